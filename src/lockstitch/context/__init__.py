"""Count the window and decide what leaves it. Pure: episodes in, counts and plans out."""

"""What is kept where."""

"""Choose and rank passages for a question. Pure: candidates in, ranked passages and reasons out."""

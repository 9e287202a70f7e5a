"""Adapters that turn texts into vectors: a table of word pieces, a small encoder, a server's."""

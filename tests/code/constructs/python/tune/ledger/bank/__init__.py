"""Accounts and what is posted on them."""

"""Commands for people, one module a command; nothing heavy is imported before it is needed."""

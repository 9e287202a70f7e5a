"""Source text to records, by tree-sitter. Every grammar comes with its wheel; nothing is downloaded."""

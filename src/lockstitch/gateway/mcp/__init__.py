"""The MCP surface: one table of tools is the source of listing, validation and docs."""

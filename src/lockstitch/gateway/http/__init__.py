"""The HTTP surface: tokens, hosts, order, and the MCP application behind them."""

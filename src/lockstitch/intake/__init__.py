"""Look at a text on its way in: credentials, facts, rules. Pure: text in, values out."""

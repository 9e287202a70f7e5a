-- The derived file of one project: everything here is made again from the canonical file.

-- One row: how far the index has come, how many episodes it holds, and in which form it was made.
CREATE TABLE progress (
    one       INTEGER PRIMARY KEY CHECK (one = 1),
    indexed   INTEGER NOT NULL,
    documents INTEGER NOT NULL,
    format    TEXT NOT NULL
) STRICT;

-- Words of episodes; a rowid is an episode's position. No text is kept, only the index.
CREATE VIRTUAL TABLE words USING fts5 (
    body, context, content='', tokenize = 'porter unicode61 remove_diacritics 2'
);

-- A row per file that an episode names.
CREATE TABLE named_path (
    position INTEGER NOT NULL,
    path     TEXT NOT NULL,
    PRIMARY KEY (position, path)
) STRICT, WITHOUT ROWID;

-- A row per fact: its latest value and where that was seen.
CREATE TABLE fact (
    row       INTEGER PRIMARY KEY,
    fact_id   TEXT NOT NULL UNIQUE,
    session_id TEXT NOT NULL,
    tool_name TEXT NOT NULL,
    kind      TEXT NOT NULL,
    name      TEXT NOT NULL,
    value     TEXT NOT NULL,
    file_path TEXT,
    position  INTEGER NOT NULL,
    episode_id TEXT NOT NULL,
    seq       INTEGER NOT NULL,
    searchable_name TEXT NOT NULL,
    searchable_value TEXT NOT NULL
) STRICT;

-- A row per time that a fact was seen, with the value it had.
CREATE TABLE observation (
    position INTEGER NOT NULL,
    fact_row INTEGER NOT NULL REFERENCES fact (row),
    value    TEXT NOT NULL,
    PRIMARY KEY (position, fact_row)
) STRICT, WITHOUT ROWID;
CREATE INDEX observation_fact ON observation (fact_row, position);

-- Words of facts' names and latest values.
CREATE VIRTUAL TABLE fact_words USING fts5 (
    name, value, content='', tokenize = 'porter unicode61 remove_diacritics 2'
);

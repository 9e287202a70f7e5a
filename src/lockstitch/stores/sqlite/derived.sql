-- The derived file of one project: everything here is made again from the canonical file.

-- One row: how far the index has come, how many episodes it holds, and in which form it was made.
-- These columns stay in every form, so that a file of another form is told from a damaged one.
CREATE TABLE progress (
    one             INTEGER PRIMARY KEY CHECK (one = 1),
    indexed         INTEGER NOT NULL,
    documents       INTEGER NOT NULL,
    entries_indexed INTEGER NOT NULL,
    generation      INTEGER NOT NULL,                   -- that it was made for, as its name says
    format          TEXT NOT NULL,
    mark            INTEGER NOT NULL                    -- by chance: tells this file from any other of its name
) STRICT;

-- Words of episodes; a rowid is an episode's position. No text is kept, only the index.
CREATE VIRTUAL TABLE words USING fts5 (
    body, context, content='', tokenize = 'porter unicode61 remove_diacritics 2'
);

-- Words of atlas entries; a rowid is an entry's row. Those of entries that were replaced stay.
CREATE VIRTUAL TABLE entry_words USING fts5 (
    body, content='', tokenize = 'porter unicode61 remove_diacritics 2'
);

-- A row per name or file that an episode mentions.
CREATE TABLE mention (
    name     TEXT NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (name, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX mention_position ON mention (position);

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

-- A row per embedder that this project has vectors of, or waits for. A number is never used twice.
CREATE TABLE embedder (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id     TEXT NOT NULL UNIQUE
) STRICT;

-- A row per window of a passage, and embedder. Those of a passage follow each other; a row is never
-- changed, and its number never used twice: who has read them up to a row goes on from there.
-- Another form keeps `vector` and `embedder` as they are, so that its vectors are carried over.
CREATE TABLE vector (
    row      INTEGER PRIMARY KEY AUTOINCREMENT,
    embedder INTEGER NOT NULL REFERENCES embedder (number),
    kind     INTEGER NOT NULL CHECK (kind IN (0, 1)),   -- episode, atlas entry
    number   INTEGER NOT NULL,                          -- its position, or its row
    window   INTEGER NOT NULL,
    hash     TEXT NOT NULL,                             -- SHA-256 of the passage's text
    context  TEXT NOT NULL,                             -- positions of the turns that it took in, in JSON
    data     BLOB NOT NULL,                             -- a signed byte a dimension
    UNIQUE (embedder, kind, number, window)
) STRICT;

-- A row per indexed passage that an embedder has not seen yet.
CREATE TABLE lacking (
    embedder INTEGER NOT NULL REFERENCES embedder (number),
    kind     INTEGER NOT NULL,
    number   INTEGER NOT NULL,
    PRIMARY KEY (embedder, kind, number)
) STRICT, WITHOUT ROWID;

-- The code index of one project, made anew: whatever the file held goes.
DROP TABLE IF EXISTS edge;
DROP TABLE IF EXISTS unbound;
DROP TABLE IF EXISTS term;
DROP TABLE IF EXISTS words;
DROP TABLE IF EXISTS symbol;
DROP TABLE IF EXISTS file;
DROP TABLE IF EXISTS meta;

-- One row: what the index describes, how many updates it took, and in which form it was made.
CREATE TABLE meta (
    one      INTEGER PRIMARY KEY CHECK (one = 1),
    format   TEXT NOT NULL,
    revision INTEGER NOT NULL,
    parser   TEXT NOT NULL,
    state    TEXT                                       -- in JSON; NULL before the first update
) STRICT;

-- A row per source file. What is read seldom stands last.
CREATE TABLE file (
    id          INTEGER PRIMARY KEY,
    path        TEXT NOT NULL UNIQUE,
    hash        TEXT NOT NULL,                          -- SHA-256 of its bytes
    size        INTEGER NOT NULL,
    modified_ns INTEGER NOT NULL,
    inode       TEXT NOT NULL,                          -- digits: some systems have large ones
    prefix      TEXT NOT NULL,
    seen        BLOB NOT NULL,                          -- packed: mentions, interface, leans
    record      BLOB NOT NULL                           -- packed
) STRICT;

-- A row per definition. Its number stays as long as one of its name is there.
CREATE TABLE symbol (
    id        INTEGER PRIMARY KEY,
    file      INTEGER NOT NULL REFERENCES file (id) ON DELETE CASCADE,
    ordinal   INTEGER NOT NULL,                         -- its place in the text of the file
    test      INTEGER NOT NULL CHECK (test IN (0, 1)),
    kind      TEXT NOT NULL,
    name      TEXT NOT NULL UNIQUE,                     -- canonical
    own_name  TEXT NOT NULL,                            -- the last part of it, without a number
    line      INTEGER NOT NULL,
    first     INTEGER NOT NULL,
    last      INTEGER NOT NULL,
    start     INTEGER NOT NULL,
    stop      INTEGER NOT NULL,
    language  TEXT NOT NULL,
    ast_hash  TEXT NOT NULL,
    interface_hash TEXT NOT NULL,
    signature TEXT NOT NULL
) STRICT;
CREATE INDEX symbol_file ON symbol (file);
CREATE INDEX symbol_own_name ON symbol (own_name);

-- Words that a symbol is found by; a rowid is its id. No text is kept, only the index.
CREATE VIRTUAL TABLE words USING fts5 (
    tokens, content = '', contentless_delete = 1, tokenize = 'unicode61'
);
CREATE TRIGGER words_go_with_their_symbol AFTER DELETE ON symbol
BEGIN
    DELETE FROM words WHERE rowid = OLD.id;
END;

-- A row per use of a symbol by another one. It goes with either.
CREATE TABLE edge (
    source   INTEGER NOT NULL REFERENCES symbol (id) ON DELETE CASCADE,
    target   INTEGER NOT NULL REFERENCES symbol (id) ON DELETE CASCADE,
    via      INTEGER NOT NULL,
    sureness INTEGER NOT NULL,
    line     INTEGER NOT NULL,
    PRIMARY KEY (source, target, via, sureness, line)
) STRICT, WITHOUT ROWID;
CREATE INDEX edge_target ON edge (target);

-- A row per use that could not be bound, in the order that they were found in.
CREATE TABLE unbound (
    file    INTEGER NOT NULL REFERENCES file (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    source  INTEGER,                                    -- a symbol of that file; NULL for the file itself
    line    INTEGER NOT NULL,
    name    INTEGER NOT NULL REFERENCES term (id),
    reason  INTEGER NOT NULL REFERENCES term (id),
    PRIMARY KEY (file, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX unbound_name ON unbound (name);

-- A row per name or reason in those: a few thousand texts, most of which stand in many rows.
CREATE TABLE term (
    id   INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE
) STRICT;

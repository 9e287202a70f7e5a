-- Queries of a project's code index. Every list has a total order.

-- ---------------------------------------------------------------- the index

-- name: is_made
SELECT 1 FROM sqlite_schema WHERE name = 'meta'

-- name: start
INSERT INTO meta (one, format, revision, parser, state) VALUES (1, :format, 0, '', NULL)

-- name: format
SELECT format FROM meta

-- name: state
SELECT state, parser, revision FROM meta

-- name: advance
-- Nothing changes when another update came before.
UPDATE meta SET revision = revision + 1, parser = :parser, state = :state WHERE revision = :since

-- ---------------------------------------------------------------- files

-- name: files
SELECT path, hash, size, modified_ns, inode, prefix, seen FROM file ORDER BY path

-- name: record
SELECT record FROM file WHERE path = :path

-- name: file_id
SELECT id FROM file WHERE path = :path

-- name: add_file
INSERT INTO file (path, hash, size, modified_ns, inode, prefix, seen, record)
VALUES (:path, :hash, :size, :modified_ns, :inode, :prefix, :seen, :record)
RETURNING id

-- name: change_file
-- Without a record, the one of before holds.
UPDATE file SET hash = :hash, size = :size, modified_ns = :modified_ns, inode = :inode, prefix = :prefix,
                seen = :seen, record = ifnull(:record, record)
WHERE id = :id

-- name: touch_file
UPDATE file SET size = :size, modified_ns = :modified_ns, inode = :inode WHERE path = :path

-- name: drop_file
DELETE FROM file WHERE id = :id

-- ---------------------------------------------------------------- writing

-- name: drop_edges_of_file
DELETE FROM edge WHERE source IN (SELECT id FROM symbol WHERE file = :file)

-- name: drop_unbound_of_file
DELETE FROM unbound WHERE file = :file

-- name: put_symbol
-- One of the same name keeps its number, and so the edges of other files into it.
INSERT INTO symbol (file, ordinal, test, kind, name, own_name, line, first, last, start, stop, language, ast_hash,
                    interface_hash, signature)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (name) DO UPDATE SET
    file = excluded.file, ordinal = excluded.ordinal, test = excluded.test, kind = excluded.kind,
    line = excluded.line, first = excluded.first, last = excluded.last, start = excluded.start,
    stop = excluded.stop, language = excluded.language, ast_hash = excluded.ast_hash,
    interface_hash = excluded.interface_hash, signature = excluded.signature

-- name: symbol_ids_of_file
SELECT name, id FROM symbol WHERE file = :file ORDER BY name

-- name: symbol_id
SELECT id FROM symbol WHERE name = :name

-- name: drop_symbol
DELETE FROM symbol WHERE id = ?

-- name: put_words
INSERT OR REPLACE INTO words (rowid, tokens) VALUES (?, ?)

-- name: add_edge
INSERT OR IGNORE INTO edge (source, target, via, sureness, line) VALUES (?, ?, ?, ?, ?)

-- name: term_id
SELECT id FROM term WHERE text = :text

-- name: add_term
INSERT INTO term (text) VALUES (:text) RETURNING id

-- name: add_unbound
INSERT INTO unbound (file, ordinal, source, line, name, reason) VALUES (?, ?, ?, ?, ?, ?)

-- ---------------------------------------------------------------- symbols

-- name: symbols
SELECT s.name, s.kind, s.signature, f.path, s.line, s.first, s.last, s.start, s.stop, s.ast_hash, s.interface_hash,
       s.language, s.test
FROM symbol s JOIN file f ON f.id = s.file
WHERE s.name IN (SELECT value FROM json_each(:names)) ORDER BY s.name

-- name: ending
SELECT s.name, s.kind, s.signature, f.path, s.line, s.first, s.last, s.start, s.stop, s.ast_hash, s.interface_hash,
       s.language, s.test
FROM symbol s JOIN file f ON f.id = s.file
WHERE s.own_name = :last ORDER BY s.name LIMIT :limit

-- name: own_names
SELECT DISTINCT own_name FROM symbol WHERE length(own_name) BETWEEN :shortest AND :longest ORDER BY own_name

-- name: matching
-- Of those that match as well, the shorter name says more.
SELECT s.name, s.kind, s.signature, f.path, s.line, s.first, s.last, s.start, s.stop, s.ast_hash, s.interface_hash,
       s.language, s.test
FROM words w JOIN symbol s ON s.id = w.rowid JOIN file f ON f.id = s.file
WHERE words MATCH :words ORDER BY w.rank, length(s.name), s.name LIMIT :limit

-- name: in_file
-- Of one file, or of all below a folder: '0' is the character after '/'.
SELECT s.name, s.kind, s.signature, f.path, s.line, s.first, s.last, s.start, s.stop, s.ast_hash, s.interface_hash,
       s.language, s.test
FROM file f JOIN symbol s ON s.file = f.id
WHERE f.path = :path OR (f.path > :path || '/' AND f.path < :path || '0')
ORDER BY f.path, s.ordinal

-- name: everywhere
SELECT s.name, s.kind, s.signature, f.path, s.line, s.first, s.last, s.start, s.stop, s.ast_hash, s.interface_hash,
       s.language, s.test
FROM file f JOIN symbol s ON s.file = f.id
ORDER BY f.path, s.ordinal

-- name: users
SELECT DISTINCT s.name, t.name, f.path
FROM symbol t
JOIN edge e ON e.target = t.id
JOIN symbol s ON s.id = e.source
JOIN file f ON f.id = s.file
WHERE t.name IN (SELECT value FROM json_each(:targets)) AND s.id <> t.id AND e.via <> :import AND e.sureness <> :candidate
ORDER BY s.name, t.name

-- name: counts
SELECT (SELECT count(*) FROM symbol), (SELECT count(*) FROM edge)

-- name: count_unbound
SELECT count(*) FROM term n JOIN unbound u ON u.name = n.id WHERE n.text IN (SELECT value FROM json_each(:names))

-- name: unbound
SELECT ifnull(s.name, f.prefix), n.text, u.line, r.text
FROM term n JOIN unbound u ON u.name = n.id JOIN file f ON f.id = u.file JOIN term r ON r.id = u.reason
     LEFT JOIN symbol s ON s.id = u.source
WHERE n.text IN (SELECT value FROM json_each(:names))
ORDER BY f.path, u.line, u.ordinal LIMIT :limit

-- name: dynamic
SELECT ifnull(s.name, f.prefix), n.text, u.line, r.text
FROM term r CROSS JOIN unbound u ON u.reason = r.id JOIN term n ON n.id = u.name JOIN file f ON f.id = u.file
     LEFT JOIN symbol s ON s.id = u.source
WHERE r.text = :reason ORDER BY f.path, u.line, u.ordinal LIMIT :limit

-- ---------------------------------------------------------------- the graph

-- name: paths
SELECT id, path FROM file ORDER BY path

-- name: places
-- Every symbol; the order that is asked for is made of these numbers, which costs less than sorting here.
SELECT file, ordinal, id, name, kind, test FROM symbol ORDER BY id

-- name: edges
SELECT source, target, via, sureness, line FROM edge ORDER BY source, target, via, sureness, line

-- ---------------------------------------------------------------- marks, in the canonical file

-- name: marks
SELECT caller, target, file, file_hash, marked_at FROM code_mark WHERE project_id = :project ORDER BY caller, target

-- name: drop_mark
DELETE FROM code_mark WHERE project_id = ? AND caller = ? AND target = ?

-- name: put_mark
-- One that is there is made again: the caller was edited, and its target changed after that.
INSERT OR REPLACE INTO code_mark (project_id, caller, target, file, file_hash, marked_at) VALUES (?, ?, ?, ?, ?, ?)

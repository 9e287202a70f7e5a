-- Queries of a project's derived file, with the canonical file attached as `store`, read-only.

-- name: state
-- Whether the file counts, the newest episode and atlas entry, and how far it has come.
SELECT p.generation = f.generation, f.format, f.mark, f.indexed, p.last_position, f.entries_indexed, p.last_entry
FROM store.project p CROSS JOIN progress f WHERE p.project_id = :project

-- name: start
INSERT INTO progress (one, indexed, documents, entries_indexed, generation, format, mark)
VALUES (1, 0, 0, 0, :generation, :format, random())

-- name: advance
UPDATE progress SET indexed = :upto, documents = documents + :documents

-- name: add_words
INSERT INTO words (rowid, body, context) VALUES (:position, :body, :context)

-- name: advance_entries
UPDATE progress SET entries_indexed = :upto

-- name: add_entry_words
INSERT INTO entry_words (rowid, body) VALUES (:row, :body)

-- name: add_lacking
-- What was indexed waits for each embedder that has not seen it.
INSERT OR IGNORE INTO lacking (embedder, kind, number)
SELECT m.number, :kind, :number FROM embedder m
WHERE NOT EXISTS (
    SELECT 1 FROM vector v WHERE v.embedder = m.number AND v.kind = :kind AND v.number = :number AND v.window = 0)

-- name: add_mention
INSERT OR IGNORE INTO mention (name, position) VALUES (:name, :position)

-- name: add_path
INSERT OR IGNORE INTO named_path (position, path) VALUES (:position, :path)

-- name: fact_row
SELECT row, searchable_name, searchable_value FROM fact WHERE fact_id = :fact

-- name: add_fact
INSERT INTO fact (fact_id, session_id, tool_name, kind, name, value, file_path, position, episode_id, seq,
                  searchable_name, searchable_value)
VALUES (:fact, :session_id, :tool_name, :kind, :name, :value, :file_path, :position, :episode, :seq,
        :searchable_name, :searchable_value)
RETURNING row

-- name: change_fact
UPDATE fact SET value = :value, position = :position, episode_id = :episode, seq = :seq,
                searchable_value = :searchable_value
WHERE row = :row

-- name: see_fact
INSERT INTO observation (position, fact_row, value) VALUES (:position, :row, :value)

-- name: add_fact_words
INSERT INTO fact_words (rowid, name, value) VALUES (:row, :name, :value)

-- name: drop_fact_words
INSERT INTO fact_words (fact_words, rowid, name, value) VALUES ('delete', :row, :name, :value)

-- name: documents
SELECT documents FROM progress

-- name: count_holders
-- How many episodes hold a phrase, counted no further than asked.
SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH :match LIMIT :upto)

-- name: search_episodes
-- The filters stand in the query, so that what is left out takes no place among the best.
SELECT words.rowid, -bm25(words, 1.0, 0.5) AS score
FROM words JOIN store.episode_state st ON st.position = words.rowid
WHERE words MATCH :match
  AND (:include_folded OR NOT st.folded)
  AND (:session_id IS NULL OR EXISTS (
        SELECT 1 FROM store.episode e JOIN store.session s USING (session_key)
        WHERE e.position = words.rowid AND s.session_id = :session_id))
  AND (:path IS NULL OR EXISTS (
        SELECT 1 FROM named_path n
        WHERE n.position = words.rowid AND instr('/' || n.path || '/', '/' || :path || '/')))
ORDER BY score DESC, words.rowid DESC LIMIT :limit

-- name: search_entries
-- An entry that was replaced is none any more. The filters apply to the episode that it was made from.
SELECT entry_words.rowid, -bm25(entry_words) AS score
FROM entry_words
JOIN store.atlas_entry a ON a.row = entry_words.rowid AND a.current = 1
JOIN store.episode e ON e.episode_id = a.episode_id
JOIN store.episode_state st ON st.position = e.position
WHERE entry_words MATCH :match
  AND (:include_folded OR NOT st.folded)
  AND (:session_id IS NULL OR EXISTS (
        SELECT 1 FROM store.session s WHERE s.session_key = e.session_key AND s.session_id = :session_id))
  AND (:path IS NULL OR EXISTS (
        SELECT 1 FROM named_path n
        WHERE n.position = e.position AND instr('/' || n.path || '/', '/' || :path || '/')))
ORDER BY score DESC, entry_words.rowid DESC LIMIT :limit

-- name: episodes_now
-- What is to be known of episodes of the project, those that are there.
SELECT e.position, st.superseded_by IS NOT NULL, ifnull(e.occurred_at, e.created_at), st.folded
FROM json_each(:numbers) j CROSS JOIN store.episode_state st ON st.position = j.value
JOIN store.session s ON s.session_key = st.session_key
JOIN store.episode e ON e.position = st.position
WHERE s.project_id = :project

-- name: entries_now
-- The episodes that entries of the project are made from, of those that are current.
SELECT a.row, e.position, st.folded
FROM json_each(:numbers) j CROSS JOIN store.atlas_entry a ON a.row = j.value AND a.current = 1
JOIN store.session s ON s.session_key = a.session_key
JOIN store.episode e ON e.episode_id = a.episode_id
JOIN store.episode_state st ON st.position = e.position
WHERE s.project_id = :project

-- name: positions_of_session
SELECT e.position FROM store.session s JOIN store.episode e ON e.session_key = s.session_key
WHERE s.project_id = :project AND s.session_id = :session_id

-- name: positions_of_path
SELECT DISTINCT position FROM named_path WHERE instr('/' || path || '/', '/' || :path || '/')

-- name: search_facts
SELECT f.fact_id, f.session_id, f.tool_name, f.kind, f.name, f.value, f.file_path, f.episode_id, f.seq, f.position,
       -bm25(fact_words, 1.0, 0.5) AS score
FROM fact_words JOIN fact f ON f.row = fact_words.rowid JOIN store.episode_state st ON st.position = f.position
WHERE fact_words MATCH :match
  AND (:include_folded OR NOT st.folded)
  AND (:session_id IS NULL OR f.session_id = :session_id)
  AND (:path IS NULL OR instr('/' || ifnull(f.file_path, '') || '/', '/' || :path || '/'))
ORDER BY score DESC, f.row DESC LIMIT :limit

-- name: fact_by_id
SELECT fact_id, session_id, tool_name, kind, name, value, file_path, episode_id, seq FROM fact WHERE fact_id = :fact

-- name: facts_of_episode
SELECT f.fact_id, f.session_id, f.tool_name, f.kind, f.name, o.value, f.file_path, f.episode_id, f.seq
FROM observation o JOIN fact f ON f.row = o.fact_row
WHERE o.position = (SELECT position FROM store.episode WHERE episode_id = :episode)
ORDER BY f.row

-- name: check_words
INSERT INTO words (words) VALUES ('integrity-check')

-- name: check_entry_words
INSERT INTO entry_words (entry_words) VALUES ('integrity-check')

-- name: check_fact_words
INSERT INTO fact_words (fact_words) VALUES ('integrity-check')

-- name: count_facts
SELECT count(*) FROM fact

-- name: sources_of_fact
SELECT e.episode_id FROM observation o JOIN fact f ON f.row = o.fact_row
JOIN store.episode e ON e.position = o.position
WHERE f.fact_id = :fact ORDER BY o.position

-- ---------------------------------------------------------------- links

-- name: links
-- Who else holds the names, files and facts of some episodes, the rarest first. Of a name that too many
-- hold no more are looked at than it takes to know.
WITH named(name) AS (
    SELECT DISTINCT m.name FROM json_each(:positions) j CROSS JOIN mention m ON m.position = j.value
), rare(name, holders) AS (
    SELECT name, (SELECT count(*) FROM (SELECT 1 FROM mention h WHERE h.name = named.name LIMIT :holders_max + 1))
    FROM named
), seen(fact_row) AS (
    SELECT DISTINCT o.fact_row FROM json_each(:positions) j CROSS JOIN observation o ON o.position = j.value
), again(fact_row, holders) AS (
    SELECT fact_row, (
        SELECT count(*) FROM (SELECT 1 FROM observation h WHERE h.fact_row = seen.fact_row LIMIT :holders_max + 1))
    FROM seen
)
SELECT r.name AS name, h.position AS position, r.holders AS holders
FROM rare r CROSS JOIN mention h ON h.name = r.name WHERE r.holders BETWEEN 2 AND :holders_max
UNION ALL
SELECT 'fact:' || f.fact_id, h.position, a.holders
FROM again a CROSS JOIN observation h ON h.fact_row = a.fact_row JOIN fact f ON f.row = a.fact_row
WHERE a.holders BETWEEN 2 AND :holders_max
ORDER BY holders, name, position LIMIT :limit

-- ---------------------------------------------------------------- vectors

-- name: embedder
SELECT number FROM embedder WHERE id = :embedder

-- name: embedders
SELECT number, id FROM embedder ORDER BY number

-- name: add_embedder
INSERT INTO embedder (id) VALUES (:embedder) RETURNING number

-- name: lack_all
-- All that was indexed before an embedder was known waits for it.
INSERT OR IGNORE INTO lacking (embedder, kind, number)
SELECT :number, 0, e.position FROM store.session s JOIN store.episode e ON e.session_key = s.session_key
WHERE s.project_id = :project AND e.position <= (SELECT indexed FROM progress)
UNION ALL
SELECT :number, 1, a.row FROM store.session s
JOIN store.atlas_entry a ON a.session_key = s.session_key AND a.current = 1
WHERE s.project_id = :project AND a.row <= (SELECT entries_indexed FROM progress)

-- name: pending
-- Entries before episodes, and the newest first. What was replaced or is gone waits for nothing.
SELECT l.kind, l.number FROM lacking l
WHERE l.embedder = :number AND CASE l.kind
    WHEN 0 THEN EXISTS (SELECT 1 FROM store.episode e WHERE e.position = l.number)
    ELSE EXISTS (SELECT 1 FROM store.atlas_entry a WHERE a.row = l.number AND a.current = 1) END
ORDER BY l.kind DESC, l.number DESC LIMIT :limit

-- name: count_lacking
SELECT count(*) FROM lacking l
WHERE l.embedder = :number AND (l.kind = 0 OR EXISTS (
    SELECT 1 FROM store.atlas_entry a WHERE a.row = l.number AND a.current = 1))

-- name: count_passages
-- Indexed episodes and current entries.
SELECT (SELECT documents FROM progress) + (
    SELECT count(*) FROM store.session s JOIN store.atlas_entry a ON a.session_key = s.session_key AND a.current = 1
    WHERE s.project_id = :project AND a.row <= (SELECT entries_indexed FROM progress))

-- name: hashes
-- The SHA-256 of passages that belong to the project, by kind and number.
SELECT 0, e.position, e.content_sha256 FROM json_each(:positions) j CROSS JOIN store.episode e ON e.position = j.value
JOIN store.session s USING (session_key) WHERE s.project_id = :project
UNION ALL
SELECT 1, a.row, a.content_sha256 FROM json_each(:rows) j
CROSS JOIN store.atlas_entry a ON a.row = j.value AND a.current = 1
JOIN store.session s USING (session_key) WHERE s.project_id = :project

-- name: has_vectors
SELECT 1 FROM vector WHERE embedder = :number AND kind = :kind AND number = :of AND window = 0

-- name: add_vector
INSERT INTO vector (embedder, kind, number, window, hash, context, data)
VALUES (:number, :kind, :of, :window, :hash, :context, :data)

-- name: take_vector
INSERT INTO vector (embedder, kind, number, window, hash, context, data) VALUES (?, ?, ?, ?, ?, ?, ?)

-- name: embedders_with_vectors
SELECT m.id FROM embedder m WHERE EXISTS (SELECT 1 FROM vector v WHERE v.embedder = m.number) ORDER BY m.number

-- name: drop_lacking
DELETE FROM lacking WHERE embedder = :number AND kind = :kind AND number = :of

-- name: drop_vectors
DELETE FROM vector WHERE embedder = :number

-- name: drop_all_lacking
DELETE FROM lacking WHERE embedder = :number

-- name: drop_embedder
DELETE FROM embedder WHERE number = :number

-- name: newest_vector
SELECT ifnull(max(row), 0) FROM vector

-- name: vectors_after
-- In the order of rows: an index on the embedder would have to be sorted.
SELECT kind, number, data FROM vector
WHERE row > :row AND +embedder = :number AND length(data) = :dimensions ORDER BY row

-- name: vectors_of_stray
SELECT m.id, v.kind, v.number, v.window, v.hash, v.context, v.data FROM vector v JOIN embedder m ON m.number = v.embedder
ORDER BY v.row

-- name: passages_of_stray
SELECT DISTINCT kind, number FROM vector ORDER BY kind, number

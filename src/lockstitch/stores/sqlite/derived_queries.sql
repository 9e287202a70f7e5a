-- Queries of a project's derived file, with the canonical file attached as `store`, read-only.

-- name: state
-- The generation that counts, the newest episode, and how far this file has come.
SELECT p.generation, p.last_position, (SELECT indexed FROM progress), (SELECT format FROM progress)
FROM store.project p WHERE p.project_id = :project

-- name: advance
UPDATE progress SET indexed = :upto, documents = documents + :documents

-- name: add_words
INSERT INTO words (rowid, body, context) VALUES (:position, :body, :context)

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
SELECT words.rowid, -bm25(words, 1.0, 0.5) AS score, st.superseded_by IS NOT NULL
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

-- name: check_fact_words
INSERT INTO fact_words (fact_words) VALUES ('integrity-check')

-- name: count_facts
SELECT count(*) FROM fact

-- name: sources_of_fact
SELECT e.episode_id FROM observation o JOIN fact f ON f.row = o.fact_row
JOIN store.episode e ON e.position = o.position
WHERE f.fact_id = :fact ORDER BY o.position

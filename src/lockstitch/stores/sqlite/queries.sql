-- Queries of the canonical file. Every list has a total order.

-- ---------------------------------------------------------------- projects

-- name: place_of
-- The project of a place, with what is needed to know whether to look again.
SELECT project_id, inode, examined_at FROM project_place WHERE place = :place

-- name: projects_of_inode
-- Projects seen at a folder with this inode, which may have been moved.
SELECT DISTINCT project_id FROM project_place WHERE inode = :inode ORDER BY project_id

-- name: projects_of_root
-- Projects whose history starts at this commit.
SELECT project_id FROM project_root WHERE commit_hash = :commit_hash ORDER BY project_id

-- name: project
SELECT project_id, name, created_at, remote, merged_into FROM project WHERE project_id = :project

-- name: project_now
-- The project itself, or the one that it was merged into.
SELECT ifnull(merged_into, project_id) FROM project WHERE project_id = :project

-- name: projects_named
SELECT project_id FROM project WHERE name = :name AND merged_into IS NULL ORDER BY project_id

-- name: projects
SELECT project_id FROM project WHERE merged_into IS NULL ORDER BY created_at, project_id

-- name: projects_with_episodes
SELECT project_id FROM project WHERE merged_into IS NULL AND last_position > 0 ORDER BY created_at, project_id

-- name: directories
SELECT directory FROM project_place WHERE project_id = :project ORDER BY directory, place

-- name: roots
SELECT commit_hash FROM project_root WHERE project_id = :project ORDER BY commit_hash

-- name: add_project
INSERT INTO project (project_id, name, created_at, remote) VALUES (:project, :name, :now, :remote)

-- name: put_place
INSERT INTO project_place (place, project_id, directory, inode, examined_at)
VALUES (:place, :project, :directory, :inode, :now)
ON CONFLICT (place) DO UPDATE SET
    project_id = excluded.project_id, directory = excluded.directory,
    inode = excluded.inode, examined_at = excluded.examined_at

-- name: add_root
INSERT OR IGNORE INTO project_root (project_id, commit_hash) VALUES (:project, :commit_hash)

-- name: set_remote
UPDATE project SET remote = :remote WHERE project_id = :project AND remote IS NULL

-- name: rename_project
UPDATE project SET name = :name WHERE project_id = :project

-- name: merge_project
-- The row stays, and leads to where everything went.
UPDATE project SET merged_into = :into_project, generation = generation + 1, last_position = 0, last_entry = 0
WHERE project_id = :project OR merged_into = :project

-- name: move_places
UPDATE project_place SET project_id = :into_project WHERE project_id = :project

-- name: places_of
SELECT place, directory FROM project_place WHERE project_id = :project ORDER BY place

-- name: move_place
UPDATE project_place SET project_id = :into_project WHERE place = :place

-- name: move_roots
INSERT OR IGNORE INTO project_root (project_id, commit_hash)
SELECT :into_project, commit_hash FROM project_root WHERE project_id = :project

-- name: drop_roots
DELETE FROM project_root WHERE project_id = :project

-- name: sessions_to_move
SELECT session_key, session_id, working_directory FROM session WHERE project_id = :project
ORDER BY created_at, session_key

-- name: move_session
UPDATE session SET project_id = :into_project, session_id = :session_id WHERE session_key = :session_key

-- name: move_session_anchors
UPDATE OR IGNORE anchor SET project_id = :into_project, session_id = :new_session_id
WHERE project_id = :project AND scope = 'session' AND session_id = :session_id

-- name: move_anchors
-- Those of the project, and of sessions that never committed anything.
UPDATE OR IGNORE anchor SET project_id = :into_project WHERE project_id = :project

-- name: withdraw_twins
-- What was not moved says what a rule says there already.
UPDATE anchor SET project_id = :into_project, withdrawn_at = :now WHERE project_id = :project

-- name: refresh_project
-- After sessions came or went: what is next, what is newest, and another derived file.
UPDATE project SET
    generation = generation + 1,
    last_position = (
        SELECT ifnull(max(e.position), 0) FROM episode e JOIN session s USING (session_key)
        WHERE s.project_id = project.project_id),
    last_entry = (
        SELECT ifnull(max(a.row), 0) FROM session s JOIN atlas_entry a ON a.session_key = s.session_key AND a.current = 1
        WHERE s.project_id = project.project_id),
    next_seq = max(next_seq, 1 + (
        SELECT ifnull(max(e.seq), 0) FROM episode e JOIN session s USING (session_key)
        WHERE s.project_id = project.project_id))
WHERE project_id = :project

-- ---------------------------------------------------------------- sessions

-- name: session
SELECT session_key FROM session WHERE project_id = :project AND session_id = :session_id

-- name: add_session
INSERT INTO session (session_key, project_id, session_id, client, working_directory, created_at, last_seen_at)
VALUES (:session_key, :project, :session_id, :client, :working_directory, :now, :now)

-- name: project_of_session
SELECT project_id FROM session WHERE session_key = :session_key

-- name: see_session
-- What nobody said of it until now is filled in.
UPDATE session SET last_seen_at = max(last_seen_at, :now), client = ifnull(client, :client),
                   working_directory = ifnull(working_directory, :working_directory)
WHERE session_key = :session_key

-- name: sessions
SELECT s.session_key, s.project_id, s.session_id, s.client, s.working_directory, s.created_at, s.last_seen_at,
       (SELECT count(*) FROM episode e WHERE e.session_key = s.session_key)
FROM session s WHERE s.project_id = :project
ORDER BY s.last_seen_at DESC, s.session_key DESC LIMIT :limit

-- ---------------------------------------------------------------- episodes

-- name: episode_by_id
SELECT * FROM episode_view WHERE episode_id = :episode

-- name: episode_by_position
SELECT * FROM episode_view WHERE position = :position

-- name: episode_by_key
SELECT * FROM episode_view WHERE session_key = :session_key AND position = (
    SELECT position FROM episode WHERE session_key = :session_key AND idempotency_key = :idempotency_key)

-- name: next_seq
UPDATE project SET next_seq = next_seq + 1 WHERE project_id = :project RETURNING next_seq - 1

-- name: add_episode
INSERT INTO episode (episode_id, session_key, seq, role, tool_name, slot_id, message_id, tool_call_id, corrects,
                     idempotency_key, occurred_at, created_at, content_sha256, content)
VALUES (:episode, :session_key, :seq, :role, :tool_name, :slot_id, :message_id, :tool_call_id, :corrects,
        :idempotency_key, :occurred_at, :created_at, :content_sha256, :content)
RETURNING position

-- name: add_episode_state
INSERT INTO episode_state (position, fold_id, token_count, token_counter, session_key)
VALUES (:position, :fold, :token_count, :token_counter, :session_key)

-- name: see_position
UPDATE project SET last_position = :position WHERE project_id = :project

-- name: supersede
UPDATE episode_state SET superseded_by = :episode, droppable = 1
WHERE position = (SELECT position FROM episode WHERE episode_id = :target)

-- name: add_edge
INSERT OR IGNORE INTO edge (source_id, kind, target_id) VALUES (:source, 'supersedes', :target)

-- name: episodes_after
SELECT v.* FROM session s JOIN episode_view v ON v.session_key = s.session_key AND v.position > :position
WHERE s.project_id = :project ORDER BY v.position LIMIT :limit

-- name: turns_before
SELECT * FROM episode_view
WHERE session_key = (SELECT session_key FROM episode WHERE position = :position)
  AND position < :position AND fold_id IS :fold AND role != 'tool'
ORDER BY position DESC LIMIT :limit

-- ---------------------------------------------------------------- folds

-- name: fold
SELECT * FROM fold_view WHERE fold_id = :fold

-- name: innermost_fold
-- By what lies inside what: clocks are set back, and those of two processes differ.
SELECT f.fold_id FROM fold f WHERE f.session_key = :session_key AND f.state = 'open'
  AND NOT EXISTS (SELECT 1 FROM fold i WHERE i.parent_id = f.fold_id AND i.state = 'open')
ORDER BY f.opened_at DESC, f.fold_id DESC LIMIT 1

-- name: open_folds
SELECT * FROM fold_view WHERE project_id = :project AND state = 'open' ORDER BY opened_at, fold_id

-- name: open_inside
SELECT fold_id FROM fold WHERE parent_id = :fold AND state = 'open' ORDER BY opened_at, fold_id

-- name: folds_above
-- The fold and those around it, innermost first.
WITH RECURSIVE up (fold_id, parent_id, depth) AS (
    SELECT fold_id, parent_id, 0 FROM fold WHERE fold_id = :fold
    UNION ALL
    SELECT f.fold_id, f.parent_id, up.depth + 1 FROM fold f JOIN up ON f.fold_id = up.parent_id)
SELECT fold_id FROM up ORDER BY depth

-- name: live_tokens
-- Tokens of a session's episodes that are in the window whole.
SELECT ifnull(sum(st.token_count), 0) FROM episode e JOIN episode_state st USING (position)
WHERE e.session_key = :session_key AND st.tier = 0

-- name: add_fold
INSERT INTO fold (fold_id, session_key, slot_id, parent_id, description, goal, state, tokens_at_open, opened_at)
VALUES (:fold, :session_key, :slot_id, :parent, :description, :goal, 'open', :tokens_at_open, :now)

-- name: inside_fold
-- Episodes of a fold and of the folds inside it, in order.
WITH RECURSIVE down (fold_id) AS (
    SELECT :fold
    UNION ALL
    SELECT f.fold_id FROM fold f JOIN down ON f.parent_id = down.fold_id)
SELECT v.* FROM episode_view v WHERE v.fold_id IN (SELECT fold_id FROM down) ORDER BY v.position

-- name: fold_away
UPDATE episode_state SET folded = 1 WHERE position = :position

-- name: step_tier
UPDATE episode_state SET tier = :tier WHERE position = :position AND tier = :tier - 1

-- name: close_fold
UPDATE fold SET state = 'closed', closed_at = :now, result_summary = :result_summary,
       summary_episode = :summary_episode, tokens_reclaimed = :tokens_reclaimed, episodes_folded = :episodes_folded
WHERE fold_id = :fold AND state = 'open'

-- name: abandon_fold
UPDATE fold SET state = 'abandoned', closed_at = :now WHERE fold_id = :fold AND state = 'open'

-- ---------------------------------------------------------------- atlas entries

-- name: session_of_episode
SELECT session_key FROM episode WHERE episode_id = :episode

-- name: other_entry_of_episode
-- Another entry that is made from this episode now.
SELECT row FROM atlas_entry WHERE episode_id = :episode AND current = 1 AND atlas_id != :atlas

-- name: current_entry
SELECT atlas_id, session_key FROM atlas_entry WHERE row = :row AND current = 1

-- name: retire_entry
UPDATE atlas_entry SET current = 0 WHERE row = :row AND current = 1

-- name: add_entry
INSERT INTO atlas_entry (atlas_id, session_key, episode_id, content, content_sha256, token_count, made_by, created_at,
                         regenerated_at)
VALUES (:atlas, :session_key, :episode, :content, :content_sha256, :token_count, :made_by, :created_at, :regenerated_at)
RETURNING row

-- name: add_source
INSERT INTO atlas_source (row, ordinal, kind, source_id, hash, was)
VALUES (:row, :ordinal, :kind, :source, :hash, :was)

-- name: see_entry
UPDATE project SET last_entry = :row
WHERE project_id = (SELECT project_id FROM session WHERE session_key = :session_key)

-- name: entry_by_id
SELECT * FROM atlas_view WHERE atlas_id = :atlas AND current = 1

-- name: entry_by_row
SELECT * FROM atlas_view WHERE row = :row AND current = 1

-- name: entries_after
-- Rows are sorted before any text is read.
SELECT * FROM atlas_view WHERE row IN (
    SELECT a.row FROM session s JOIN atlas_entry a ON a.session_key = s.session_key AND a.current = 1
    WHERE s.project_id = :project AND a.row > :row ORDER BY a.row LIMIT :limit)
ORDER BY row

-- name: sources_of_entry
SELECT kind, source_id, hash, was FROM atlas_source WHERE row = :row ORDER BY ordinal

-- name: count_entries_of_store
SELECT count(*) FROM atlas_entry WHERE current = 1

-- name: count_entries
SELECT count(*) FROM session s JOIN atlas_entry a ON a.session_key = s.session_key AND a.current = 1
WHERE s.project_id = :project

-- name: unpromoted
-- The index holds what is in the window alone, so that what was archived costs nothing.
SELECT e.episode_id, e.position
FROM episode_state st INDEXED BY episode_state_fresh CROSS JOIN episode e USING (position)
WHERE st.tier = 0 AND st.folded = 0 AND st.superseded_by IS NULL AND st.token_count >= :tokens_min
  AND st.session_key IN (SELECT session_key FROM session WHERE project_id = :project)
  AND e.role IN ('user', 'assistant', 'tool')
  AND NOT EXISTS (SELECT 1 FROM atlas_entry a WHERE a.episode_id = e.episode_id AND a.current = 1)
ORDER BY st.position DESC LIMIT :limit

-- name: archivable
-- The index holds what was not archived alone.
SELECT e.episode_id, e.position
FROM episode_state st INDEXED BY episode_state_present CROSS JOIN episode e USING (position)
WHERE st.tier < 3 AND st.session_key IN (SELECT session_key FROM session WHERE project_id = :project)
  AND e.created_at < :before
ORDER BY st.position LIMIT :limit

-- name: tier_at
SELECT tier FROM episode_state WHERE position = :position

-- ---------------------------------------------------------------- leases

-- name: take_lease
INSERT INTO lease (name, holder, until) VALUES (:name, :holder, :until)
ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
WHERE lease.holder = excluded.holder OR lease.until <= :now
RETURNING holder

-- name: give_lease_back
DELETE FROM lease WHERE name = :name AND holder = :holder

-- name: last_write
-- The newest by its position: clocks are set back, and those of two processes differ.
SELECT created_at FROM episode ORDER BY position DESC LIMIT 1

-- ---------------------------------------------------------------- anchors

-- name: anchor
SELECT anchor_id, content, kind, scope, project_id, session_id, token_count, pinned_by, created_at, withdrawn_at
FROM anchor WHERE anchor_id = :anchor

-- name: standing_twin
SELECT anchor_id, content, kind, scope, project_id, session_id, token_count, pinned_by, created_at, withdrawn_at
FROM anchor WHERE withdrawn_at IS NULL AND scope = :scope AND ifnull(project_id, '') = ifnull(:project, '')
  AND ifnull(session_id, '') = ifnull(:session_id, '') AND folded_text = :folded_text

-- name: add_anchor
INSERT INTO anchor (anchor_id, content, kind, scope, project_id, session_id, folded_text, token_count, pinned_by, created_at)
VALUES (:anchor, :content, :kind, :scope, :project, :session_id, :folded_text, :token_count, :pinned_by, :now)

-- name: withdraw_anchor
UPDATE anchor SET withdrawn_at = :now WHERE anchor_id = :anchor AND withdrawn_at IS NULL

-- name: standing_anchors
-- Everywhere first, then the project's, then its sessions'; in the order they were pinned.
SELECT anchor_id, content, kind, scope, project_id, session_id, token_count, pinned_by, created_at, withdrawn_at
FROM anchor WHERE withdrawn_at IS NULL AND (project_id = :project OR scope = 'everywhere')
ORDER BY CASE scope WHEN 'everywhere' THEN 0 WHEN 'project' THEN 1 ELSE 2 END, created_at, anchor_id

-- name: revision
SELECT value FROM revision WHERE name = :name

-- ---------------------------------------------------------------- counts

-- name: counts_of_store
SELECT (SELECT count(*) FROM episode), (SELECT count(*) FROM anchor WHERE withdrawn_at IS NULL),
       (SELECT count(*) FROM session)

-- name: counts_of_project
SELECT (SELECT count(*) FROM episode e JOIN session s USING (session_key) WHERE s.project_id = :project),
       (SELECT count(*) FROM anchor WHERE withdrawn_at IS NULL AND project_id = :project),
       (SELECT count(*) FROM session WHERE project_id = :project)

-- name: project_of_item
SELECT project_id FROM episode_view WHERE episode_id = :item
UNION ALL SELECT project_id FROM fold_view WHERE fold_id = :item
UNION ALL SELECT project_id FROM atlas_view WHERE atlas_id = :item AND current = 1
UNION ALL SELECT project_id FROM anchor WHERE anchor_id = :item LIMIT 1

-- name: tombstone
SELECT item_id, kind, purged_at FROM tombstone WHERE item_id = :item

-- ---------------------------------------------------------------- derived files

-- name: derived_state
SELECT generation, last_position FROM project WHERE project_id = :project

-- name: generations
SELECT project_id, generation FROM project WHERE merged_into IS NULL ORDER BY project_id

-- name: generations_with_content
-- Of projects that have something to be found.
SELECT project_id, generation FROM project
WHERE merged_into IS NULL AND (last_position > 0 OR last_entry > 0) ORDER BY project_id

-- name: next_generation
UPDATE project SET generation = generation + 1 WHERE project_id = :project RETURNING generation - 1

-- name: leave_generation
-- As `next_generation`, unless another process was faster.
UPDATE project SET generation = generation + 1 WHERE project_id = :project AND generation = :generation

-- name: any_of_projects
-- Whether one of these positions, or of these rows, belongs to one of these projects.
SELECT EXISTS (SELECT 1 FROM json_each(:positions) j CROSS JOIN episode e ON e.position = j.value
               JOIN session s USING (session_key) WHERE s.project_id IN (SELECT value FROM json_each(:projects)))
    OR EXISTS (SELECT 1 FROM json_each(:rows) j CROSS JOIN atlas_entry a ON a.row = j.value AND a.current = 1
               JOIN session s USING (session_key) WHERE s.project_id IN (SELECT value FROM json_each(:projects)))

-- ---------------------------------------------------------------- purge and backups

-- name: add_permit
INSERT INTO purge_permit (item_id, kind, project_id, keyed_hash, purged_at)
VALUES (:item, :kind, :project, :keyed_hash, :now)

-- name: episode_is_there
SELECT 1 FROM episode WHERE episode_id = :item

-- name: anchor_is_there
SELECT 1 FROM anchor WHERE anchor_id = :item

-- name: atlas_is_there
SELECT 1 FROM atlas_entry WHERE atlas_id = :item

-- name: entries_from
-- Atlas entries of which a wording, old or new, names this as a source.
SELECT DISTINCT a.atlas_id FROM atlas_source o JOIN atlas_entry a USING (row)
WHERE o.source_id = :item ORDER BY a.atlas_id

-- name: names_source
-- Whether a wording of an atlas entry, old or new, names this as a source.
SELECT 1 FROM atlas_entry a JOIN atlas_source o USING (row) WHERE a.atlas_id = :atlas AND o.source_id = :item

-- name: holders
-- Ids of what holds a text word for word.
SELECT episode_id FROM episode WHERE instr(content, :text)
UNION ALL SELECT DISTINCT a.atlas_id FROM atlas_entry a
WHERE instr(a.content, :text) OR EXISTS (SELECT 1 FROM atlas_source o WHERE o.row = a.row AND instr(o.was, :text))
UNION ALL SELECT anchor_id FROM anchor WHERE instr(content, :text)
UNION ALL SELECT fold_id FROM fold
WHERE instr(description, :text) OR instr(goal, :text) OR instr(ifnull(result_summary, ''), :text)

-- name: mentioned
-- Whether a text stands in what is no content: a name, a path, the schema.
SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE instr(sql, :text))
    OR EXISTS (SELECT 1 FROM project WHERE instr(concat_ws(' ', project_id, name, remote), :text))
    OR EXISTS (SELECT 1 FROM project_place WHERE instr(place || ' ' || directory, :text))
    OR EXISTS (SELECT 1 FROM session WHERE instr(concat_ws(' ', session_key, session_id, client, working_directory), :text))
    OR EXISTS (SELECT 1 FROM episode WHERE instr(
        concat_ws(' ', episode_id, tool_name, slot_id, message_id, tool_call_id, idempotency_key, content_sha256), :text))
    OR EXISTS (SELECT 1 FROM anchor WHERE instr(concat_ws(' ', anchor_id, session_id, pinned_by), :text))
    OR EXISTS (SELECT 1 FROM atlas_entry WHERE instr(concat_ws(' ', atlas_id, content_sha256, made_by), :text))
    OR EXISTS (SELECT 1 FROM atlas_source WHERE instr(source_id || ' ' || hash, :text))
    OR EXISTS (SELECT 1 FROM lease WHERE instr(name || ' ' || holder, :text))
    OR EXISTS (SELECT 1 FROM backup WHERE instr(path || ' ' || reason, :text))

-- name: scrub_fold_result
-- A fold's result stands in its summary's episode too.
UPDATE fold SET result_summary = '[purged]' WHERE summary_episode = :item

-- name: purge_episode
DELETE FROM episode WHERE episode_id = :item

-- name: purge_atlas
DELETE FROM atlas_entry WHERE atlas_id = :item

-- name: purge_anchor
DELETE FROM anchor WHERE anchor_id = :item

-- name: forget_edges
DELETE FROM edge WHERE source_id = :item OR target_id = :item

-- name: newest_of_project
UPDATE project SET
    last_position = (
        SELECT ifnull(max(e.position), 0) FROM episode e JOIN session s USING (session_key)
        WHERE s.project_id = :project),
    last_entry = (
        SELECT ifnull(max(a.row), 0) FROM session s JOIN atlas_entry a ON a.session_key = s.session_key AND a.current = 1
        WHERE s.project_id = :project)
WHERE project_id = :project

-- name: tombstones
SELECT item_id, kind, project_id, keyed_hash, purged_at FROM tombstone ORDER BY item_id

-- name: keep_tombstone
INSERT OR IGNORE INTO tombstone (item_id, kind, project_id, keyed_hash, purged_at)
VALUES (:item, :kind, :project, :keyed_hash, :now)

-- name: highest_generation
SELECT ifnull(max(generation), 0) FROM project

-- name: raise_generation
-- One that no derived file of before bears.
UPDATE project SET generation = max(generation, :highest) + 1

-- name: highest_position
SELECT ifnull(max(seq), 0) FROM sqlite_sequence WHERE name = 'episode'

-- name: raise_position
UPDATE sqlite_sequence SET seq = max(seq, :highest) WHERE name = 'episode';
INSERT INTO sqlite_sequence (name, seq)
SELECT 'episode', :highest WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'episode')

-- name: highest_entry
SELECT ifnull(max(seq), 0) FROM sqlite_sequence WHERE name = 'atlas_entry'

-- name: raise_entry
UPDATE sqlite_sequence SET seq = max(seq, :highest) WHERE name = 'atlas_entry';
INSERT INTO sqlite_sequence (name, seq)
SELECT 'atlas_entry', :highest WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'atlas_entry')

-- name: highest_revision
SELECT max(value) FROM revision

-- name: raise_revision
UPDATE revision SET value = max(value, :highest) + 1

-- name: add_backup
INSERT INTO backup (path, reason, created_at) VALUES (:path, :reason, :now)
ON CONFLICT (path) DO UPDATE SET reason = excluded.reason, created_at = excluded.created_at

-- name: backups
SELECT path, reason, created_at FROM backup ORDER BY created_at DESC, path

-- name: drop_backup
DELETE FROM backup WHERE path = :path

-- ---------------------------------------------------------------- checks

-- name: episodes_without_state
SELECT count(*) FROM episode e LEFT JOIN episode_state st USING (position)
WHERE st.tier IS NULL OR st.session_key != e.session_key

-- name: corrections_of_nothing
SELECT count(*) FROM episode_state st WHERE superseded_by IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM episode e WHERE e.episode_id = st.superseded_by)
  AND NOT EXISTS (SELECT 1 FROM tombstone t WHERE t.item_id = st.superseded_by)

-- name: projects_behind
SELECT count(*) FROM project p WHERE merged_into IS NULL AND last_position < (
    SELECT ifnull(max(e.position), 0) FROM episode e JOIN session s USING (session_key)
    WHERE s.project_id = p.project_id)

-- name: entries_without_source
-- The first source of an entry is the episode that it was made from, and its session is that one's.
SELECT count(*) FROM atlas_entry a LEFT JOIN episode e USING (episode_id)
WHERE e.session_key IS NOT a.session_key OR NOT EXISTS (
    SELECT 1 FROM atlas_source o
    WHERE o.row = a.row AND o.ordinal = 0 AND o.kind = 'episodic_stream' AND o.source_id = a.episode_id)

-- name: projects_behind_entries
SELECT count(*) FROM project p WHERE merged_into IS NULL AND last_entry != (
    SELECT ifnull(max(a.row), 0) FROM session s JOIN atlas_entry a ON a.session_key = s.session_key AND a.current = 1
    WHERE s.project_id = p.project_id)

-- Queries of export and import. What goes out has the columns of its kind of row, in their order.
-- With :project NULL everything goes; else that project, and what is left of those merged into it.

-- ---------------------------------------------------------------- out

-- name: out_project
SELECT project_id, name, created_at, remote, merged_into, next_seq FROM project
WHERE :project IS NULL OR :project IN (project_id, merged_into)
ORDER BY merged_into IS NOT NULL, project_id

-- name: out_place
SELECT directory, project_id, iif(instr(place, 'git:') = 1, substr(place, 5), NULL), inode, examined_at
FROM project_place WHERE :project IS NULL OR project_id = :project ORDER BY place

-- name: out_root
SELECT commit_hash, project_id FROM project_root
WHERE :project IS NULL OR project_id = :project ORDER BY project_id, commit_hash

-- name: out_session
SELECT session_key, project_id, session_id, client, working_directory, created_at, last_seen_at FROM session
WHERE :project IS NULL OR project_id = :project ORDER BY session_key

-- name: out_fold_ids
-- A fold stands before those inside it. Ids alone, since sorting holds all rows at once.
WITH RECURSIVE level (fold_id, depth) AS (
    SELECT fold_id, 0 FROM fold WHERE parent_id IS NULL
    UNION ALL
    SELECT f.fold_id, level.depth + 1 FROM fold f JOIN level ON f.parent_id = level.fold_id)
SELECT level.fold_id FROM level JOIN fold f USING (fold_id) JOIN session s USING (session_key)
WHERE :project IS NULL OR s.project_id = :project ORDER BY level.depth, level.fold_id

-- name: out_fold
SELECT fold_id, session_key, slot_id, parent_id, description, goal, state, tokens_at_open, opened_at, closed_at,
       result_summary, summary_episode, tokens_reclaimed, episodes_folded
FROM fold WHERE fold_id = :fold

-- name: out_episode
-- CROSS JOIN keeps to the order of positions, so that nothing is sorted. After a split, a fold or a
-- correction may belong to another project, which does not go out: it is left away then.
SELECT e.episode_id, e.session_key, e.seq, e.role, e.tool_name, e.slot_id, e.message_id, e.tool_call_id, e.corrects,
       e.idempotency_key, e.occurred_at, e.created_at, st.tier, st.droppable,
       iif(:project IS NULL OR NOT EXISTS (
               SELECT 1 FROM episode x JOIN session xs USING (session_key)
               WHERE x.episode_id = st.superseded_by AND xs.project_id != :project), st.superseded_by, NULL),
       iif(:project IS NULL OR EXISTS (
               SELECT 1 FROM fold f JOIN session fs USING (session_key)
               WHERE f.fold_id = st.fold_id AND fs.project_id = :project), st.fold_id, NULL),
       st.folded, st.token_count, st.token_counter, e.content_sha256, e.content
FROM episode e CROSS JOIN episode_state st USING (position) CROSS JOIN session s USING (session_key)
WHERE :project IS NULL OR s.project_id = :project ORDER BY e.position

-- name: out_edge
SELECT d.source_id, d.kind, d.target_id FROM edge d
WHERE :project IS NULL OR 2 = (
    SELECT count(*) FROM episode e JOIN session s USING (session_key)
    WHERE e.episode_id IN (d.source_id, d.target_id) AND s.project_id = :project)
ORDER BY d.source_id, d.kind, d.target_id

-- name: out_anchor
SELECT anchor_id, content, kind, scope, project_id, session_id, token_count, pinned_by, created_at, withdrawn_at
FROM anchor
WHERE :project IS NULL OR project_id IN (
    SELECT project_id FROM project WHERE :project IN (project_id, merged_into))
ORDER BY anchor_id

-- name: out_atlas_entry
-- What holds now alone: nobody reads what an entry said before.
SELECT a.atlas_id, a.content, a.token_count, a.made_by, a.created_at, a.regenerated_at, (
           SELECT json_group_array(json_object('kind', o.kind, 'id', o.source_id, 'hash', o.hash, 'was', o.was)
                                   ORDER BY o.ordinal)
           FROM atlas_source o WHERE o.row = a.row)
FROM atlas_entry a CROSS JOIN session s USING (session_key)
WHERE a.current = 1 AND (:project IS NULL OR s.project_id = :project) ORDER BY a.row

-- name: out_tombstone
SELECT item_id, kind, project_id, keyed_hash, purged_at FROM tombstone
WHERE :project IS NULL OR project_id IN (
    SELECT project_id FROM project WHERE :project IN (project_id, merged_into))
ORDER BY item_id

-- ---------------------------------------------------------------- in

-- name: newest
SELECT (SELECT ifnull(max(position), 0) FROM episode), (SELECT ifnull(max(row), 0) FROM atlas_entry)

-- name: final_project
-- Where everything of a project went when it was merged; itself when it was not.
WITH RECURSIVE up (project_id, merged_into) AS (
    SELECT project_id, merged_into FROM project WHERE project_id = :project
    UNION
    SELECT p.project_id, p.merged_into FROM project p JOIN up ON p.project_id = up.merged_into)
SELECT project_id FROM up WHERE merged_into IS NULL

-- name: there_project
SELECT merged_into FROM project WHERE project_id = :project_id

-- name: in_project
INSERT INTO project (project_id, name, created_at, remote, merged_into, next_seq)
VALUES (:project_id, :name, :created_at, :remote, :merged_into, :next_seq)

-- name: join_project
UPDATE project SET next_seq = max(next_seq, :next_seq), remote = ifnull(remote, :remote) WHERE project_id = :project_id

-- name: there_place
SELECT project_id FROM project_place WHERE place = :place

-- name: in_place
INSERT INTO project_place (place, project_id, directory, inode, examined_at)
VALUES (:place, :project_id, :directory, :inode, :examined_at)

-- name: there_root
SELECT 1 FROM project_root WHERE project_id = :project_id AND commit_hash = :commit_hash

-- name: in_root
INSERT INTO project_root (project_id, commit_hash) VALUES (:project_id, :commit_hash)

-- name: there_session
SELECT project_id, session_id FROM session WHERE session_key = :session_key

-- name: in_session
INSERT INTO session (session_key, project_id, session_id, client, working_directory, created_at, last_seen_at)
VALUES (:session_key, :project_id, :session_id, :client, :working_directory, :created_at, :last_seen_at)

-- name: join_session
UPDATE session SET created_at = min(created_at, :created_at), last_seen_at = max(last_seen_at, :last_seen_at),
                   client = ifnull(client, :client), working_directory = ifnull(working_directory, :working_directory)
WHERE session_key = :session_key

-- name: there_fold
SELECT session_key, slot_id, parent_id, description, goal, tokens_at_open, opened_at, state, result_summary
FROM fold WHERE fold_id = :fold_id

-- name: session_of_fold
SELECT session_key FROM fold WHERE fold_id = :fold

-- name: in_fold
INSERT INTO fold (fold_id, session_key, slot_id, parent_id, description, goal, state, tokens_at_open, opened_at,
                  closed_at, result_summary, summary_episode, tokens_reclaimed, episodes_folded)
VALUES (:fold_id, :session_key, :slot_id, :parent_id, :description, :goal, :state, :tokens_at_open, :opened_at,
        :closed_at, :result_summary, :summary_episode, :tokens_reclaimed, :episodes_folded)

-- name: end_fold
-- It was open here, and ended where the export was made.
UPDATE fold SET state = :state, closed_at = :closed_at, result_summary = :result_summary,
                summary_episode = :summary_episode, tokens_reclaimed = :tokens_reclaimed,
                episodes_folded = :episodes_folded
WHERE fold_id = :fold_id AND state = 'open'

-- name: there_episode
SELECT e.session_key, e.role, e.tool_name, e.slot_id, e.message_id, e.tool_call_id, e.corrects, e.idempotency_key,
       e.occurred_at, e.created_at, e.content_sha256, st.fold_id, e.seq, e.position
FROM episode e JOIN episode_state st USING (position) WHERE e.episode_id = :episode_id

-- name: in_episode
INSERT INTO episode (episode_id, session_key, seq, role, tool_name, slot_id, message_id, tool_call_id, corrects,
                     idempotency_key, occurred_at, created_at, content_sha256, content)
VALUES (:episode_id, :session_key, :seq, :role, :tool_name, :slot_id, :message_id, :tool_call_id, :corrects,
        :idempotency_key, :occurred_at, :created_at, :content_sha256, :content)
RETURNING position

-- name: in_episode_state
INSERT INTO episode_state (position, tier, droppable, superseded_by, fold_id, folded, token_count, token_counter,
                           session_key)
VALUES (:position, :tier, :droppable, :superseded_by, :fold_id, :folded, :token_count, :token_counter, :session_key)

-- name: join_episode_state
-- What only ever moves one way is where it is furthest. Ids sort by time: the later correction holds.
UPDATE episode_state SET
    droppable = max(droppable, :droppable), folded = max(folded, :folded),
    superseded_by = max(ifnull(superseded_by, :superseded_by), ifnull(:superseded_by, superseded_by))
WHERE position = :position

-- name: next_seq_of_session
UPDATE project SET next_seq = next_seq + 1
WHERE project_id = (SELECT project_id FROM session WHERE session_key = :session_key)
RETURNING next_seq - 1

-- name: there_edge
SELECT 1 FROM edge WHERE source_id = :source_id AND kind = :edge_kind AND target_id = :target_id

-- name: in_edge
INSERT INTO edge (source_id, kind, target_id) VALUES (:source_id, :edge_kind, :target_id)

-- name: there_anchor
SELECT content, kind, scope, pinned_by, created_at, withdrawn_at FROM anchor WHERE anchor_id = :anchor_id

-- name: in_anchor
INSERT INTO anchor (anchor_id, content, kind, scope, project_id, session_id, folded_text, token_count, pinned_by,
                    created_at, withdrawn_at)
VALUES (:anchor_id, :content, :anchor_kind, :scope, :project_id, :session_id, :folded_text, :token_count, :pinned_by,
        :created_at, :withdrawn_at)

-- name: there_atlas_entry
SELECT a.row, a.content, a.token_count, a.made_by, a.created_at, a.regenerated_at, (
           SELECT json_group_array(json_object('kind', o.kind, 'id', o.source_id, 'hash', o.hash, 'was', o.was)
                                   ORDER BY o.ordinal)
           FROM atlas_source o WHERE o.row = a.row)
FROM atlas_entry a WHERE a.atlas_id = :atlas_id AND a.current = 1

-- name: in_tombstone
INSERT INTO tombstone (item_id, kind, project_id, keyed_hash, purged_at)
VALUES (:item_id, :item_kind, :project_id, :keyed_hash, :purged_at)

-- name: projects_since
-- Projects that have episodes after a position, or atlas entries after a row.
SELECT s.project_id FROM episode e JOIN session s USING (session_key) WHERE e.position > :position
UNION SELECT s.project_id FROM atlas_entry a JOIN session s USING (session_key) WHERE a.row > :row
ORDER BY 1

-- name: bring_up
-- After episodes and atlas entries came: what is newest, and what is next.
UPDATE project SET
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

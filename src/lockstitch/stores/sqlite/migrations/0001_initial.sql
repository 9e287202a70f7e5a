-- The canonical file. Times are microseconds since 1970 in UTC.

-- A row per project: a repository, or a folder that is none.
CREATE TABLE project (
    project_id    TEXT PRIMARY KEY,
    name          TEXT NOT NULL,
    created_at    INTEGER NOT NULL,
    remote        TEXT,                                 -- normalised: host/path
    merged_into   TEXT REFERENCES project (project_id),
    next_seq      INTEGER NOT NULL DEFAULT 1,
    last_position INTEGER NOT NULL DEFAULT 0,           -- of its newest episode
    last_entry    INTEGER NOT NULL DEFAULT 0,           -- row of its newest atlas entry
    generation    INTEGER NOT NULL DEFAULT 1            -- names the derived file that counts
) STRICT;

-- A row per place that a project was seen at: a git common directory, or a plain folder.
CREATE TABLE project_place (
    place       TEXT PRIMARY KEY,                       -- 'git:<common dir>' or 'dir:<folder>'
    project_id  TEXT NOT NULL REFERENCES project (project_id),
    directory   TEXT NOT NULL,
    inode       TEXT,                                   -- stays when the place is moved
    examined_at INTEGER NOT NULL
) STRICT;
CREATE INDEX project_place_project ON project_place (project_id);

-- A row per root commit of a project's history.
CREATE TABLE project_root (
    project_id  TEXT NOT NULL REFERENCES project (project_id),
    commit_hash TEXT NOT NULL,
    PRIMARY KEY (project_id, commit_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX project_root_commit ON project_root (commit_hash);

-- A row per conversation. session_id is the caller's own name for it.
CREATE TABLE session (
    session_key       TEXT PRIMARY KEY,
    project_id        TEXT NOT NULL REFERENCES project (project_id),
    session_id        TEXT NOT NULL,
    client            TEXT,
    working_directory TEXT,
    created_at        INTEGER NOT NULL,
    last_seen_at      INTEGER NOT NULL,
    UNIQUE (project_id, session_id)
) STRICT;

-- A row per turn or tool result, word for word. Never updated; deleted by a purge alone.
CREATE TABLE episode (
    position        INTEGER PRIMARY KEY AUTOINCREMENT,  -- order in the store; never used twice
    episode_id      TEXT NOT NULL UNIQUE,
    session_key     TEXT NOT NULL REFERENCES session (session_key),
    seq             INTEGER NOT NULL,                   -- order in the project it was written to
    role            TEXT NOT NULL CHECK (role IN ('system', 'user', 'assistant', 'tool', 'internal')),
    tool_name       TEXT,
    slot_id         TEXT NOT NULL,
    message_id      TEXT,
    tool_call_id    TEXT,
    corrects        TEXT,                               -- an episode_id, which a purge may have taken
    idempotency_key TEXT,
    occurred_at     INTEGER,
    created_at      INTEGER NOT NULL,
    content_sha256  TEXT NOT NULL,
    content         TEXT NOT NULL
) STRICT;
CREATE INDEX episode_session ON episode (session_key, position);
CREATE INDEX episode_corrects ON episode (corrects) WHERE corrects IS NOT NULL;
CREATE UNIQUE INDEX episode_idempotency ON episode (session_key, idempotency_key)
    WHERE idempotency_key IS NOT NULL;

-- A row per episode: what may change about it.
CREATE TABLE episode_state (
    position      INTEGER PRIMARY KEY REFERENCES episode (position) ON DELETE CASCADE,
    tier          INTEGER NOT NULL DEFAULT 0 CHECK (tier BETWEEN 0 AND 4),  -- live masked referenced archived dropped
    droppable     INTEGER NOT NULL DEFAULT 0 CHECK (droppable IN (0, 1)),
    superseded_by TEXT,                                 -- an episode_id, which a purge may have taken
    fold_id       TEXT REFERENCES fold (fold_id),
    folded        INTEGER NOT NULL DEFAULT 0 CHECK (folded IN (0, 1)),      -- inside a closed fold
    token_count   INTEGER NOT NULL,
    token_counter TEXT NOT NULL,
    session_key   TEXT NOT NULL                         -- the episode's: what is due is found in an index alone
) STRICT;
CREATE INDEX episode_state_fold ON episode_state (fold_id) WHERE fold_id IS NOT NULL;
CREATE INDEX episode_state_fresh ON episode_state (position, session_key, token_count)
    WHERE tier = 0 AND folded = 0 AND superseded_by IS NULL;
CREATE INDEX episode_state_present ON episode_state (position, session_key) WHERE tier < 3;

-- A row per sub-task.
CREATE TABLE fold (
    fold_id          TEXT PRIMARY KEY,
    session_key      TEXT NOT NULL REFERENCES session (session_key),
    slot_id          TEXT NOT NULL,
    parent_id        TEXT REFERENCES fold (fold_id),
    description      TEXT NOT NULL CHECK (length(description) > 0),
    goal             TEXT NOT NULL CHECK (length(goal) > 0),
    state            TEXT NOT NULL CHECK (state IN ('open', 'closed', 'abandoned')),
    tokens_at_open   INTEGER NOT NULL,
    opened_at        INTEGER NOT NULL,
    closed_at        INTEGER,
    result_summary   TEXT,
    summary_episode  TEXT,
    tokens_reclaimed INTEGER,
    episodes_folded  INTEGER,
    CHECK ((state = 'open') = (closed_at IS NULL)),
    CHECK ((state = 'closed') = (result_summary IS NOT NULL))
) STRICT;
CREATE INDEX fold_open ON fold (session_key, opened_at) WHERE state = 'open';
CREATE INDEX fold_parent ON fold (parent_id) WHERE parent_id IS NOT NULL;

-- A row per edge between canonical things: today, which episode supersedes which.
CREATE TABLE edge (
    source_id TEXT NOT NULL,
    kind      TEXT NOT NULL CHECK (kind IN ('supersedes')),
    target_id TEXT NOT NULL,
    PRIMARY KEY (source_id, kind, target_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX edge_target ON edge (target_id);

-- A row per pinned rule. One standing rule of the same words in one scope.
CREATE TABLE anchor (
    anchor_id    TEXT PRIMARY KEY,
    content      TEXT NOT NULL CHECK (length(content) > 0),
    kind         TEXT NOT NULL CHECK (kind IN ('safety_constraint', 'user_correction', 'task_contract')),
    scope        TEXT NOT NULL CHECK (scope IN ('session', 'project', 'everywhere')),
    project_id   TEXT REFERENCES project (project_id),
    session_id   TEXT,
    folded_text  TEXT NOT NULL,                         -- what makes two rules the same: case and space folded
    token_count  INTEGER NOT NULL,
    pinned_by    TEXT NOT NULL,
    created_at   INTEGER NOT NULL,
    withdrawn_at INTEGER,
    CHECK ((scope = 'everywhere') = (project_id IS NULL)),
    CHECK ((scope = 'session') = (session_id IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX anchor_once ON anchor (scope, ifnull(project_id, ''), ifnull(session_id, ''), folded_text)
    WHERE withdrawn_at IS NULL;
CREATE INDEX anchor_project ON anchor (project_id);

-- A row per wording of an atlas entry; a regenerated one is a new row. Never updated but that it stops
-- being current; deleted by a purge alone, all rows of an entry at once.
CREATE TABLE atlas_entry (
    row            INTEGER PRIMARY KEY AUTOINCREMENT,   -- order in the store; never used twice
    atlas_id       TEXT NOT NULL,
    session_key    TEXT NOT NULL REFERENCES session (session_key),          -- its episode's
    episode_id     TEXT NOT NULL REFERENCES episode (episode_id),           -- its first source
    content        TEXT NOT NULL,
    content_sha256 TEXT NOT NULL,
    token_count    INTEGER NOT NULL CHECK (token_count >= 0),
    made_by        TEXT NOT NULL,
    created_at     INTEGER NOT NULL,
    regenerated_at INTEGER,
    current        INTEGER NOT NULL DEFAULT 1 CHECK (current IN (0, 1))
) STRICT;
CREATE UNIQUE INDEX atlas_entry_once ON atlas_entry (atlas_id) WHERE current = 1;
CREATE UNIQUE INDEX atlas_entry_of_episode ON atlas_entry (episode_id) WHERE current = 1;
CREATE INDEX atlas_entry_session ON atlas_entry (session_key) WHERE current = 1;
CREATE INDEX atlas_entry_id ON atlas_entry (atlas_id);
CREATE INDEX atlas_entry_episode ON atlas_entry (episode_id);

-- A row per source of an atlas entry: what it said when the entry was made.
CREATE TABLE atlas_source (
    row       INTEGER NOT NULL REFERENCES atlas_entry (row) ON DELETE CASCADE,
    ordinal   INTEGER NOT NULL CHECK (ordinal >= 0),
    kind      TEXT NOT NULL CHECK (kind IN ('episodic_stream', 'symbolic_fact')),
    source_id TEXT NOT NULL,
    hash      TEXT NOT NULL,                            -- SHA-256 of the source's text
    was       TEXT NOT NULL,                            -- an excerpt of that text
    PRIMARY KEY (row, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX atlas_source_id ON atlas_source (source_id);

-- A row per thing that one process at a time does.
CREATE TABLE lease (
    name   TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    until  INTEGER NOT NULL
) STRICT;

-- A row per copy of this file that we made, so that a purge reaches it.
CREATE TABLE backup (
    path       TEXT PRIMARY KEY,
    reason     TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

-- A row per thing that a purge erased; keyed_hash is an HMAC under the store's own key.
CREATE TABLE tombstone (
    item_id    TEXT PRIMARY KEY,
    kind       TEXT NOT NULL,
    project_id TEXT,
    keyed_hash TEXT NOT NULL,
    purged_at  INTEGER NOT NULL
) STRICT;

-- Leave to delete one row, in this transaction only: a commit fails while a permit is left, since
-- `never` refers to a row that no table holds and the reference is checked at commit.
CREATE TABLE purge_permit (
    item_id    TEXT PRIMARY KEY,
    kind       TEXT NOT NULL,
    project_id TEXT,
    keyed_hash TEXT NOT NULL,
    purged_at  INTEGER NOT NULL,
    never      INTEGER NOT NULL DEFAULT 1 REFERENCES no_such_row (id) DEFERRABLE INITIALLY DEFERRED
) STRICT;
CREATE TABLE no_such_row (id INTEGER PRIMARY KEY CHECK (id IS NULL)) STRICT;

-- A counter per thing that other processes watch.
CREATE TABLE revision (
    name  TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT;
INSERT INTO revision (name, value) VALUES ('anchors', 0);

CREATE TRIGGER episode_is_never_changed BEFORE UPDATE ON episode
BEGIN
    SELECT raise(ABORT, 'an episode is never changed');
END;

CREATE TRIGGER episode_is_kept BEFORE DELETE ON episode
WHEN NOT EXISTS (SELECT 1 FROM purge_permit WHERE item_id = OLD.episode_id)
BEGIN
    SELECT raise(ABORT, 'an episode is deleted by a purge alone');
END;

CREATE TRIGGER episode_leaves_a_tombstone AFTER DELETE ON episode
BEGIN
    INSERT INTO tombstone (item_id, kind, project_id, keyed_hash, purged_at)
    SELECT item_id, kind, project_id, keyed_hash, purged_at FROM purge_permit WHERE item_id = OLD.episode_id;
    DELETE FROM purge_permit WHERE item_id = OLD.episode_id;
END;

CREATE TRIGGER anchor_words_are_never_changed BEFORE UPDATE OF anchor_id, content, kind, folded_text, created_at ON anchor
BEGIN
    SELECT raise(ABORT, 'the words of a rule are never changed');
END;

CREATE TRIGGER anchor_is_kept BEFORE DELETE ON anchor
WHEN NOT EXISTS (SELECT 1 FROM purge_permit WHERE item_id = OLD.anchor_id)
BEGIN
    SELECT raise(ABORT, 'a rule is deleted by a purge alone');
END;

CREATE TRIGGER anchor_leaves_a_tombstone AFTER DELETE ON anchor
BEGIN
    INSERT INTO tombstone (item_id, kind, project_id, keyed_hash, purged_at)
    SELECT item_id, kind, project_id, keyed_hash, purged_at FROM purge_permit WHERE item_id = OLD.anchor_id;
    DELETE FROM purge_permit WHERE item_id = OLD.anchor_id;
END;

CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON atlas_entry
WHEN (OLD.row, OLD.atlas_id, OLD.session_key, OLD.episode_id, OLD.content, OLD.content_sha256, OLD.token_count,
      OLD.made_by, OLD.created_at, OLD.regenerated_at, 0)
     IS NOT (NEW.row, NEW.atlas_id, NEW.session_key, NEW.episode_id, NEW.content, NEW.content_sha256, NEW.token_count,
             NEW.made_by, NEW.created_at, NEW.regenerated_at, NEW.current)
BEGIN
    SELECT raise(ABORT, 'an atlas entry is never changed');
END;

CREATE TRIGGER entry_is_kept BEFORE DELETE ON atlas_entry
WHEN NOT EXISTS (SELECT 1 FROM purge_permit WHERE item_id = OLD.atlas_id)
BEGIN
    SELECT raise(ABORT, 'an atlas entry is deleted by a purge alone');
END;

CREATE TRIGGER entry_leaves_a_tombstone AFTER DELETE ON atlas_entry
WHEN NOT EXISTS (SELECT 1 FROM atlas_entry WHERE atlas_id = OLD.atlas_id)
BEGIN
    INSERT INTO tombstone (item_id, kind, project_id, keyed_hash, purged_at)
    SELECT item_id, kind, project_id, keyed_hash, purged_at FROM purge_permit WHERE item_id = OLD.atlas_id;
    DELETE FROM purge_permit WHERE item_id = OLD.atlas_id;
END;

CREATE TRIGGER source_is_never_changed BEFORE UPDATE ON atlas_source
BEGIN
    SELECT raise(ABORT, 'a source of an atlas entry is never changed');
END;

CREATE TRIGGER source_is_kept BEFORE DELETE ON atlas_source
WHEN EXISTS (SELECT 1 FROM atlas_entry WHERE row = OLD.row)
BEGIN
    SELECT raise(ABORT, 'a source goes with its atlas entry alone');
END;

CREATE TRIGGER tombstone_is_kept BEFORE DELETE ON tombstone
BEGIN
    SELECT raise(ABORT, 'a tombstone is kept');
END;

CREATE TRIGGER tombstone_is_never_changed BEFORE UPDATE ON tombstone
BEGIN
    SELECT raise(ABORT, 'a tombstone is never changed');
END;

CREATE TRIGGER tier_moves_one_step BEFORE UPDATE OF tier ON episode_state
WHEN NEW.tier > OLD.tier + 1
BEGIN
    SELECT raise(ABORT, 'a tier is never skipped');
END;

CREATE TRIGGER anchors_were_pinned AFTER INSERT ON anchor
BEGIN
    UPDATE revision SET value = value + 1 WHERE name = 'anchors';
END;

CREATE TRIGGER anchors_were_withdrawn AFTER UPDATE ON anchor
BEGIN
    UPDATE revision SET value = value + 1 WHERE name = 'anchors';
END;

CREATE TRIGGER anchors_were_purged AFTER DELETE ON anchor
BEGIN
    UPDATE revision SET value = value + 1 WHERE name = 'anchors';
END;

-- An episode with its state, and the project that its session belongs to now.
CREATE VIEW episode_view AS
SELECT e.position, e.episode_id, e.seq, s.project_id, s.session_id, e.role, e.content, e.content_sha256,
       st.token_count, st.token_counter, e.created_at, e.occurred_at, e.tool_name, e.slot_id, e.message_id,
       e.tool_call_id, st.tier, st.droppable, st.fold_id, st.superseded_by, e.corrects, e.session_key
FROM episode e JOIN episode_state st USING (position) JOIN session s USING (session_key);

-- A fold, and the project that its session belongs to now.
CREATE VIEW fold_view AS
SELECT f.fold_id, s.project_id, s.session_id, f.slot_id, f.parent_id, f.description, f.goal, f.state,
       f.tokens_at_open, f.opened_at, f.closed_at, f.result_summary, f.summary_episode, f.tokens_reclaimed,
       f.episodes_folded, f.session_key
FROM fold f JOIN session s USING (session_key);

-- A wording of an atlas entry, and the project that its session belongs to now.
CREATE VIEW atlas_view AS
SELECT a.row, a.atlas_id, s.project_id, s.session_id, a.content, a.token_count, a.made_by, a.created_at,
       a.regenerated_at, a.current
FROM atlas_entry a JOIN session s USING (session_key);

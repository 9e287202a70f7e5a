-- What is canonical about code: which callers were not edited since what they use changed.

-- A row per caller whose target's interface changed after the caller was last edited. Both are
-- canonical names of symbols; what became of them is known to the code index alone.
CREATE TABLE code_mark (
    project_id TEXT NOT NULL REFERENCES project (project_id),
    caller     TEXT NOT NULL,
    target     TEXT NOT NULL,
    file       TEXT NOT NULL,                           -- the caller's, relative to the root
    file_hash  TEXT NOT NULL,                           -- SHA-256 of its bytes when the mark was made
    marked_at  INTEGER NOT NULL,
    PRIMARY KEY (project_id, caller, target)
) STRICT, WITHOUT ROWID;

-- The index of a merged project describes nothing any more, and neither do its marks.
CREATE TRIGGER code_marks_go_with_their_project AFTER UPDATE OF merged_into ON project
WHEN NEW.merged_into IS NOT NULL
BEGIN
    DELETE FROM code_mark WHERE project_id = NEW.project_id;
END;

CREATE TRIGGER code_marks_go_before_their_project BEFORE DELETE ON project
BEGIN
    DELETE FROM code_mark WHERE project_id = OLD.project_id;
END;

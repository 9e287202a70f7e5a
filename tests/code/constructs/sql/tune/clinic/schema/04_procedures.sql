CREATE PROCEDURE forget_patient(gone integer)
LANGUAGE plpgsql
AS $$
BEGIN
    -- the rows of audit_log stay
    DELETE FROM visits WHERE patient_id = gone;
    DELETE FROM patients WHERE id = gone;
END;
$$;

CREATE PROCEDURE forget_minors()
LANGUAGE plpgsql
AS $$
DECLARE
    minor record;
BEGIN
    FOR minor IN SELECT id FROM patient_ages WHERE years < 18 LOOP
        CALL forget_patient(minor.id);
    END LOOP;
END;
$$;

CREATE FUNCTION age_on(born date, day date) RETURNS integer
LANGUAGE sql
AS $$
    SELECT extract(year FROM age(day, born))::integer;
$$;

CREATE FUNCTION visit_total(patient integer) RETURNS numeric
LANGUAGE sql
AS $$
    SELECT coalesce(sum(v.fee), 0) FROM visits v WHERE v.patient_id = patient;
$$;

CREATE FUNCTION log_visit() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    INSERT INTO audit_log (visits, message)
    VALUES (NEW.id, 'total ' || visit_total(NEW.patient_id));
    RETURN NEW;
END;
$$;

CREATE TRIGGER visits_logged
AFTER INSERT ON visits
FOR EACH ROW EXECUTE FUNCTION log_visit();

CREATE VIEW patient_ages AS
SELECT p.id, p.full_name, age_on(p.born, current_date) AS years
FROM patients p;

CREATE VIEW adult_visits AS
SELECT a.full_name, v.seen_on, v.fee
FROM patient_ages a
JOIN visits v ON v.patient_id = a.id
WHERE a.years >= 18;

CREATE VIEW yearly_fees AS
WITH patients AS (
    SELECT seen_on, fee FROM adult_visits
)
SELECT extract(year FROM seen_on) AS year, sum(fee) AS fees
FROM patients
GROUP BY 1;

CREATE VIEW recorded AS
SELECT message, visits FROM audit_log;

CREATE TABLE patients (
    id integer PRIMARY KEY,
    full_name text NOT NULL,
    born date
);

CREATE TABLE visits (
    id integer PRIMARY KEY,
    patient_id integer NOT NULL,
    seen_on date NOT NULL,
    fee numeric(8, 2),
    age_on integer
);

CREATE TABLE audit_log (
    id integer PRIMARY KEY,
    visits integer,
    message text
);

create table if not exists batches (
    batch_id integer primary key,
    recipe text not null,
    litres real not null,
    bottled integer default 0
);

create table if not exists tastings (
    tasting_id integer primary key,
    batch_id integer not null,
    score integer not null
);

create table if not exists stock (
    recipe text primary key,
    bottles integer not null
);

create function bottles_of(litres real) returns integer
language sql
as $$
    select floor(litres / 0.33)::integer;
$$;

create function mean_score(wanted integer) returns numeric
language sql
as $$
    select avg(t.score) from tastings as t where t.batch_id = wanted;
$$;

create function restock() returns trigger
language plpgsql
as $$
declare
    tastings integer := 0;
begin
    update stock
    set bottles = bottles + bottles_of(new.litres) - tastings
    where recipe = new.recipe;
    return new;
end;
$$;

create trigger batch_bottled
after update on batches
for each row execute function restock();

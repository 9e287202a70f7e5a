create procedure drop_poor_batches(lowest integer)
language plpgsql
as $$
begin
    delete from batches b where mean_score(b.batch_id) < lowest;
    perform refresh_stock();
end;
$$;

create function refresh_stock() returns void
language plpgsql
as $$
begin
    insert into stock (recipe, bottles)
    select t.recipe, t.bottles from totals t;
end;
$$;

create view good_batches as
select b.batch_id, b.recipe, mean_score(b.batch_id) as mean
from batches b
where mean_score(b.batch_id) > 7;

create view shelf as
select s.recipe, s.bottles
from stock s
where s.recipe in (select g.recipe from good_batches g);

create view totals as
with stock as (
    select recipe, sum(litres) as litres from batches group by recipe
)
select recipe, bottles_of(litres::real) as bottles
from stock;

create view labels as
select 'from tastings' as origin, recipe as batches
from shelf;

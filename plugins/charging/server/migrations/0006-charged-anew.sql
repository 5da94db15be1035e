-- A part of what an insurer settled goes back: the whole bill is reversed and what remains is charged on a new bill. A prescription is charged
-- once in each round; a round begins only when nothing of the one before is left.
alter table charging.bill_prescription add column round smallint not null default 1 check (round > 0);
drop index charging.bill_prescription_charged;
-- The last fence against charging twice.
create unique index bill_prescription_charged on charging.bill_prescription (dp_id, round) where kind = 'charge';

create function charging.check_round() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from charging.bill_prescription earlier where earlier.dp_id = new.dp_id and earlier.round < new.round
    group by earlier.round having sum(earlier.total) <> 0
  ) or (select count(distinct earlier.round) from charging.bill_prescription earlier where earlier.dp_id = new.dp_id and earlier.round < new.round)
    <> new.round - 1
  then
    raise exception 'prescription % is charged anew although something of it is still charged', new.dp_number;
  end if;
  return null;
end $$;
create constraint trigger bill_prescription_round after insert on charging.bill_prescription deferrable initially deferred
  for each row when (new.kind = 'charge' and new.round > 1) execute function charging.check_round();

-- What people type into the lists, cut into the pieces that keywords are cut into (up to two Chinese characters, up to three letters or digits).
-- Pinyin is left to the patient's file, which the lists ask as well.
-- A loop and no query: the planner would take a query of this shape for a big one and compile it anew for each row.
create function insurance.grams(variadic texts text[]) returns text[] language plpgsql immutable parallel safe as $$
declare
  grams text[] := '{}';
  run text;
  size integer;
begin
  -- As the application cuts: a run is of Chinese characters or of none.
  foreach run in array regexp_split_to_array(
    regexp_replace(lower(normalize(array_to_string(texts, ' '), nfkc)), '([㐀-䶿一-鿿豈-﫿]+)', ' \1 ', 'g'), '[[:space:][:punct:]]+') loop
    size := case when run ~ '^[㐀-䶿一-鿿豈-﫿]' then 2 else 3 end;
    for length in 1 .. size loop
      for start in 1 .. char_length(run) - length + 1 loop
        grams := grams || substr(run, start, length);
      end loop;
    end loop;
  end loop;
  return grams;
end $$;

alter table insurance.settlement add column dp_numbers text not null default '', add column search_grams text[] not null default '{}';
alter table insurance.visit add column search_grams text[] not null default '{}';
update insurance.settlement as one set dp_numbers = held.numbers
  from (select settlement_id, string_agg(dp_number, ' ' order by position) as numbers from insurance.settlement_prescription group by settlement_id) as held
  where held.settlement_id = one.id;
update insurance.settlement set search_grams = insurance.grams(patient_name, outpatient_code, setl_id, bill_no, dp_numbers);
update insurance.visit set search_grams = insurance.grams(patient_name, mdtrt_id, ipt_otp_no);

create function insurance.settlement_grams() returns trigger language plpgsql as $$
begin
  new.search_grams := insurance.grams(new.patient_name, new.outpatient_code, new.setl_id, new.bill_no, new.dp_numbers);
  return new;
end $$;
create function insurance.visit_grams() returns trigger language plpgsql as $$
begin
  new.search_grams := insurance.grams(new.patient_name, new.mdtrt_id, new.ipt_otp_no);
  return new;
end $$;
-- Steps that only move the state cut nothing.
create trigger settlement_grams before insert or update of patient_name, outpatient_code, setl_id, bill_no, dp_numbers on insurance.settlement
  for each row execute function insurance.settlement_grams();
create trigger visit_grams before insert or update of patient_name, mdtrt_id, ipt_otp_no on insurance.visit for each row execute function insurance.visit_grams();
create index settlement_search on insurance.settlement using gin (search_grams);
create index visit_search on insurance.visit using gin (search_grams);
create index settlement_person on insurance.settlement (patient_id, created_at desc, id desc);
-- What is under way or in doubt: a handful beside all that is over.
create index settlement_active on insurance.settlement (org_id, state)
  where state in ('prepared', 'registered', 'uploaded', 'presettled', 'settling', 'unknown', 'booking', 'cancelling', 'cancel-unknown', 'refunding', 'review');

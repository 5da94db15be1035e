-- What people type into the lists, cut into the pieces that keywords are cut into (up to two Chinese characters, up to three letters or digits).
-- Pinyin is left to the patient's file, which the lists ask as well.
create function insurance.grams(variadic texts text[]) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct substr(run, at, size)), '{}')
  from unnest(texts) as text,
    -- Chinese, Greek and accented letters each as the application tells them apart: a run is of Chinese characters or of none.
    lateral (select (regexp_matches(lower(normalize(text, nfkc)), '[㐀-䶿一-鿿豈-﫿]+|[^[:space:][:punct:]㐀-䶿一-鿿豈-﫿]+', 'g'))[1] as run) as runs,
    lateral generate_series(1, case when run ~ '^[㐀-䶿一-鿿豈-﫿]' then 2 else 3 end) as size,
    lateral generate_series(1, char_length(run) - size + 1) as at
$$;

alter table insurance.settlement add column dp_numbers text not null default '';
update insurance.settlement as one set dp_numbers = held.numbers
  from (select settlement_id, string_agg(dp_number, ' ' order by position) as numbers from insurance.settlement_prescription group by settlement_id) as held
  where held.settlement_id = one.id;
alter table insurance.settlement
  add column search_grams text[] generated always as (insurance.grams(patient_name, outpatient_code, setl_id, bill_no, dp_numbers)) stored;
alter table insurance.visit add column search_grams text[] generated always as (insurance.grams(patient_name, mdtrt_id, ipt_otp_no)) stored;
create index settlement_search on insurance.settlement using gin (search_grams);
create index visit_search on insurance.visit using gin (search_grams);
create index settlement_person on insurance.settlement (patient_id, created_at desc, id desc);
-- What is under way or in doubt: a handful beside all that is over.
create index settlement_active on insurance.settlement (org_id, state)
  where state in ('prepared', 'registered', 'uploaded', 'presettled', 'settling', 'unknown', 'booking', 'cancelling', 'cancel-unknown', 'refunding', 'review');

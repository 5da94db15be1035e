-- Catalogues, prices, packages, diagnoses and interactions were kept by the plugin `prescription` before they had one of their own. Where its tables are
-- there they are taken over as they are, with rows, triggers and sequences; where they are not, tables of the same shape are made. Three names are shorter
-- here: `catalogue.entry` was `prescription.catalogue`, `catalogue.price` was `prescription.catalogue_price`, and so what hangs on them.

-- Takes the tables over from the plugin `prescription`, whose version must be the last one that kept them. Prescriptions call it too, where an older
-- installation has skipped that version (its 0013-catalogue-moved).
create function catalogue.take_over() returns void language plpgsql as $$
declare
  name text;
  part record;
begin
  foreach name in array array['catalogue', 'catalogue_price', 'catalogue_price_withdrawal', 'price_proposal', 'price_proposal_line',
    'package', 'package_line', 'diagnosis', 'interaction'] loop
    execute format('alter table prescription.%I set schema catalogue', name);
  end loop;
  foreach name in array array['refuse_price_change', 'refuse_proposal_change', 'refuse_proposal_line_change'] loop
    execute format('alter function prescription.%I() set schema catalogue', name);
  end loop;
  alter table catalogue.catalogue rename to entry;
  alter table catalogue.catalogue_price rename to price;
  alter table catalogue.catalogue_price_withdrawal rename to price_withdrawal;
  for part in select conrelid::regclass as owner, conname as old from pg_constraint
    where conrelid in ('catalogue.entry'::regclass, 'catalogue.price'::regclass, 'catalogue.price_withdrawal'::regclass) and conname like 'catalogue%' loop
    execute format('alter table %s rename constraint %I to %I', part.owner, part.old, catalogue.short_name(part.old));
  end loop;
  for part in select tgrelid::regclass as owner, tgname as old from pg_trigger where not tgisinternal and tgname like 'catalogue%' loop
    execute format('alter trigger %I on %s rename to %I', part.old, part.owner, catalogue.short_name(part.old));
  end loop;
  for part in select relname as old, relkind from pg_class where relnamespace = 'catalogue'::regnamespace and relname like 'catalogue%' and relkind in ('i', 'S') loop
    execute format('alter %s catalogue.%I rename to %I', case part.relkind when 'S' then 'sequence' else 'index' end, part.old, catalogue.short_name(part.old));
  end loop;
  -- What people had set for prices on the page of plugin settings.
  if to_regclass('core.plugin_setting') is not null then
    update core.plugin_setting as kept set plugin_id = 'catalogue' where plugin_id = 'prescription'
      and not exists (select from core.plugin_setting as own where own.plugin_id = 'catalogue' and own.org_id = kept.org_id);
  end if;
  -- What administrators had taken away from a role is not offered to it anew.
  if to_regclass('core.role') is not null then
    update core.role set hints_from = hints_from || array['catalogue'] where 'prescription' = any(hints_from) and not 'catalogue' = any(hints_from);
  end if;
end $$;
create function catalogue.short_name(old text) returns text language sql immutable as $$
  select case when old like 'catalogue_price%' then substr(old, length('catalogue_') + 1) else 'entry' || substr(old, length('catalogue') + 1) end
$$;

do $$
begin
  -- The last change of these tables by prescriptions gave diagnoses an id.
  if exists (select from information_schema.columns where table_schema = 'prescription' and table_name = 'diagnosis' and column_name = 'id') then
    perform catalogue.take_over();
  end if;
end $$;

-- Drugs, materials, treatments and laboratory items of one facility.
create table if not exists catalogue.entry (
  org_id text not null,
  drug_id text not null,
  kind text not null check (kind in ('drug', 'material', 'item')),
  drug_name text not null,
  drug_spec text not null default '',
  drug_form text not null default '',
  drug_type text not null,
  drug_category text not null default '',
  medical_ins_code text not null default '',
  -- Dose in one preparation unit; 0 = no dose is counted.
  d_min numeric(14, 6) not null default 0 check (d_min >= 0),
  d_min_unit text not null default '',
  prepara_unit text not null,
  stock_unit text not null,
  -- Preparation units in one stock unit.
  stock_dmin numeric(14, 4) not null check (stock_dmin > 0),
  rounding text not null check (rounding in ('dose', 'total')),
  split_allowed boolean not null default false,
  stock_kept boolean not null default false,
  directory_type text not null default '',
  drug_number text not null default '',
  approval_number text not null default '',
  manufacturer text not null default '',
  limit_use_sign smallint not null default 0,
  limit_use_scope text not null default '',
  control_class text not null default '',
  cold_chain boolean not null default false,
  usual_dose numeric(14, 6) not null default 0,
  usual_usage text not null default '',
  usual_interval text not null default '',
  usual_days integer not null default 0,
  specimen text not null default '',
  enabled boolean not null default true,
  pinyin text not null default '',
  search_grams text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Active ingredients without salts; solvents have none. Duplicates, interactions and allergies are found by them.
  ingredients text[] not null default '{}',
  -- Classes that an allergy may name: penicillins, cephalosporins, iodine.
  allergy_classes text[] not null default '{}',
  -- What is usual on a day, in d_min_unit; 0 = not limited.
  daily_dose_min numeric(14, 6) not null default 0 check (daily_dose_min >= 0),
  daily_dose_max numeric(14, 6) not null default 0 check (daily_dose_max >= 0),
  -- Warning for dialysis patients.
  renal_level text not null default '' check (renal_level in ('', 'info', 'reason', 'block')),
  renal_advice text not null default '',
  -- Whole years; 0 = no limit. Younger needs a reason, older is pointed out.
  age_min integer not null default 0,
  age_max integer not null default 0,
  antibiotic boolean not null default false,
  skin_test boolean not null default false,
  -- Which pharmacy of the facility hands it out; empty = the main one.
  pharmacy text not null default '',
  version integer not null default 1,
  -- Warning for women who are pregnant or breast-feeding, one sentence for both.
  pregnancy_level text not null default '' check (pregnancy_level in ('', 'info', 'reason', 'block')),
  lactation_level text not null default '' check (lactation_level in ('', 'info', 'reason', 'block')),
  pregnancy_advice text not null default '',
  -- Days that may be supplied at once without a reason; 0 = what the rules of its class say.
  supply_days integer not null default 0 check (supply_days >= 0),
  primary key (org_id, drug_id)
);
create index if not exists entry_order on catalogue.entry (org_id, kind, pinyin, drug_id);
create index if not exists entry_search on catalogue.entry using gin (search_grams);

-- Large changes of prices wait here for a second person; only what was confirmed becomes a price.
create table if not exists catalogue.price_proposal (
  id text primary key,
  seq bigint generated always as identity,
  org_id text not null,
  -- True: an adjustment of many prices, whose prices carry the id as batch.
  many boolean not null,
  valid_from date not null,
  reason text not null check (reason <> ''),
  creator_id text not null,
  creator_name text not null,
  created_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'refused', 'retracted')),
  decider_id text not null default '',
  decider_name text not null default '',
  decided_at timestamptz,
  decision_reason text not null default '',
  check ((state = 'waiting') = (decided_at is null)),
  check (state <> 'confirmed' or decider_id <> creator_id),
  check (state <> 'retracted' or decider_id = creator_id)
);
create index if not exists price_proposal_list on catalogue.price_proposal (org_id, state, seq desc);

create table if not exists catalogue.price_proposal_line (
  proposal_id text not null references catalogue.price_proposal (id),
  line_no integer not null,
  org_id text not null,
  drug_id text not null,
  -- Yuan per stock unit.
  before numeric(14, 4) not null,
  after numeric(14, 4) not null check (after >= 0),
  waiting boolean not null default true,
  primary key (proposal_id, line_no),
  foreign key (org_id, drug_id) references catalogue.entry (org_id, drug_id)
);
-- Of one entry one change waits at a time.
create unique index if not exists price_proposal_waiting on catalogue.price_proposal_line (org_id, drug_id) where waiting;
create index if not exists price_proposal_entry on catalogue.price_proposal_line (org_id, drug_id, proposal_id);

-- Prices by day: added, never changed. The one in force on a business day is the latest that is valid by then; of two for one day the one written last.
create table if not exists catalogue.price (
  id text primary key,
  seq bigint generated always as identity,
  org_id text not null,
  drug_id text not null,
  valid_from date not null,
  -- Yuan per stock unit.
  price numeric(14, 4) not null check (price >= 0),
  reason text not null default '',
  -- Names the prices that one batch adjustment wrote; empty for a single one.
  batch_id text not null default '',
  creator_id text not null,
  creator_name text not null,
  created_at timestamptz not null,
  -- The proposal that a price came from; null for what one person might write alone.
  proposal_id text references catalogue.price_proposal (id),
  foreign key (org_id, drug_id) references catalogue.entry (org_id, drug_id)
);
create index if not exists price_day on catalogue.price (org_id, drug_id, valid_from desc, seq desc);

-- A price that was taken back before its day came.
create table if not exists catalogue.price_withdrawal (
  price_id text primary key references catalogue.price (id),
  reason text not null,
  creator_id text not null,
  creator_name text not null,
  created_at timestamptz not null
);

create table if not exists catalogue.package (
  org_id text not null,
  package_id text not null,
  package_name text not null,
  note text not null default '',
  sort_code integer not null default 0,
  enabled boolean not null default true,
  search_grams text[] not null default '{}',
  version integer not null default 1,
  primary key (org_id, package_id)
);

create table if not exists catalogue.package_line (
  org_id text not null,
  package_id text not null,
  line_no integer not null,
  drug_id text not null,
  once_using numeric(14, 6) not null default 0,
  once_using_unit text not null default '',
  drug_usage text not null default '',
  drug_interval text not null default '',
  drug_days integer not null default 1,
  drug_num numeric(14, 4) not null default 0,
  drug_num_unit text not null default '',
  manual_num boolean not null default false,
  group_no integer not null default 0,
  primary key (org_id, package_id, line_no),
  foreign key (org_id, package_id) references catalogue.package (org_id, package_id),
  foreign key (org_id, drug_id) references catalogue.entry (org_id, drug_id)
);
create index if not exists package_line_entry on catalogue.package_line (org_id, drug_id);

-- National diagnosis codes: the same for every facility. One that is out of use is offered no more; papers that carry it keep it.
create table if not exists catalogue.diagnosis (
  code text not null,
  name text not null,
  pinyin text not null default '',
  search_grams text[] not null default '{}',
  enabled boolean not null default true,
  version integer not null default 1,
  id text primary key,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index if not exists diagnosis_search on catalogue.diagnosis using gin (search_grams);
create unique index if not exists diagnosis_code_idx on catalogue.diagnosis (code);
create index if not exists diagnosis_name_idx on catalogue.diagnosis (pinyin, id);

-- Ingredients that should not be given together, whichever way round they are written; the same for every facility.
create table if not exists catalogue.interaction (
  id text primary key,
  ingredient_a text not null,
  ingredient_b text not null,
  level text not null check (level in ('info', 'reason', 'block')),
  note text not null,
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_grams text[] not null default '{}'
);
create unique index if not exists interaction_pair_idx on catalogue.interaction (least(ingredient_a, ingredient_b), greatest(ingredient_a, ingredient_b));
create index if not exists interaction_search on catalogue.interaction using gin (search_grams);

create or replace function catalogue.refuse_price_change() returns trigger language plpgsql as $$
begin
  raise exception 'prices are added, never changed';
end $$;
create or replace trigger price_append_only before update or delete on catalogue.price
  for each row execute function catalogue.refuse_price_change();
create or replace trigger price_withdrawal_append_only before update or delete on catalogue.price_withdrawal
  for each row execute function catalogue.refuse_price_change();

-- What was asked for stays as it was; a decision is made once.
create or replace function catalogue.refuse_proposal_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state <> 'waiting' or (new.id, new.org_id, new.many, new.valid_from, new.reason, new.creator_id, new.creator_name, new.created_at)
    is distinct from (old.id, old.org_id, old.many, old.valid_from, old.reason, old.creator_id, old.creator_name, old.created_at) then
    raise exception 'price proposals are decided once and never changed';
  end if;
  return new;
end $$;
create or replace trigger price_proposal_once before update or delete on catalogue.price_proposal
  for each row execute function catalogue.refuse_proposal_change();
create or replace function catalogue.refuse_proposal_line_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.waiting or (new.proposal_id, new.line_no, new.org_id, new.drug_id, new.before, new.after)
    is distinct from (old.proposal_id, old.line_no, old.org_id, old.drug_id, old.before, old.after) then
    raise exception 'price proposals are decided once and never changed';
  end if;
  return new;
end $$;
create or replace trigger price_proposal_line_once before update or delete on catalogue.price_proposal_line
  for each row execute function catalogue.refuse_proposal_line_change();

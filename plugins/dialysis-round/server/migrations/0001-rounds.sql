-- What a doctor saw and decided on the round. Written once: a correction is a row of its own, and both stay. Only the signature is added to a row.
create table dialysis_round.note (
  id text primary key,
  org_id text not null,
  patient_id varchar(64) not null,
  -- of the treatment; empty: outside of one
  session_id varchar(64) not null default '',
  day date not null,
  content jsonb not null,
  author_id varchar(64) not null,
  author_name varchar(100) not null,
  written_at timestamptz not null,
  signed_at timestamptz,
  signed_by_id varchar(64) not null default '',
  signed_by_name varchar(100) not null default '',
  -- the note that it takes the place of, and why
  corrects varchar(64),
  reason varchar(200) not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
-- A note is corrected once; the correction may be corrected in turn.
create unique index note_corrects_idx on dialysis_round.note (corrects) where corrects is not null;
create index note_patient_idx on dialysis_round.note (patient_id, written_at desc);
create index note_unsigned_idx on dialysis_round.note (org_id, written_at) where signed_at is null;

-- A dry weight or an order that somebody proposes, or writes down as it was told by mouth; a doctor signs or declines it.
create table dialysis_round.proposal (
  id text primary key,
  org_id text not null,
  patient_id varchar(64) not null,
  kind text not null check (kind in ('dry-weight', 'order')),
  content jsonb not null,
  by_id varchar(64) not null,
  by_name varchar(100) not null,
  proposed_at timestamptz not null,
  state text not null check (state in ('waiting', 'signed', 'declined')),
  settled_by_id varchar(64) not null default '',
  settled_by_name varchar(100) not null default '',
  settled_at timestamptz,
  reason varchar(200) not null default '',
  -- the dry weight or the order that it became
  result_id varchar(64) not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create index proposal_waiting_idx on dialysis_round.proposal (org_id, proposed_at) where state = 'waiting';
create index proposal_patient_idx on dialysis_round.proposal (patient_id, proposed_at desc);

-- Laboratory values that the round looks at.
create table dialysis_round.lab (
  id text primary key,
  org_id text not null,
  patient_id varchar(64) not null,
  test text not null,
  on_day date not null,
  value numeric(8, 2) not null,
  by_id varchar(64) not null,
  by_name varchar(100) not null,
  written_at timestamptz not null,
  -- taken back as wrongly recorded; empty: it counts
  withdrawn_reason varchar(200) not null default '',
  withdrawn_by_name varchar(100) not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create unique index lab_once_idx on dialysis_round.lab (patient_id, test, on_day desc) where withdrawn_reason = '';
create index lab_org_idx on dialysis_round.lab (org_id, id);

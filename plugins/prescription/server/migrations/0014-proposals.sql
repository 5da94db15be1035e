-- Prescriptions that another plugin proposed, by the name of what they come from: one for each, for good.
create table prescription.proposal (
  key varchar(100) primary key,
  org_id text not null,
  dp_id text not null references prescription.prescription (id),
  -- of the lines that were proposed last, to see whether others are
  lines jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create unique index proposal_prescription_idx on prescription.proposal (dp_id);
create index proposal_org_idx on prescription.proposal (org_id);

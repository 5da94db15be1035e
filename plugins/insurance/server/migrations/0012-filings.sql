-- What the platform said of a patient's chronic filings (5301), and when it was asked: the month's dry run reads it.
create table insurance.filing_answer (
  org_id text not null,
  patient_id text not null,
  psn_no text not null,
  filings jsonb not null,
  asked_at timestamptz not null,
  primary key (org_id, patient_id)
);

-- Registrations are shown with what became of the settlements on them.
create index settlement_visit on insurance.settlement (visit_id) where visit_id is not null;

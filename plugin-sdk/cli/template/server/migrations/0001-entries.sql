create table sample_plugin.entry (
  id text primary key,
  org_id text not null,
  name text not null,
  note text not null default '',
  created_at timestamptz not null
);
create unique index entry_name on sample_plugin.entry (org_id, lower(name));

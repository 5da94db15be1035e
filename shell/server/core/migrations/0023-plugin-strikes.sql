-- What plugins did that ended the server; an administrator who lets one run again removes its rows.
create table core.plugin_strike (
  id text primary key,
  plugin_id text not null,
  version text not null,
  kind text not null,
  place text not null,
  created_at timestamptz not null
);
create index plugin_strike_plugin_idx on core.plugin_strike (plugin_id);

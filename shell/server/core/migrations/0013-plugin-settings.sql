-- What people set on the page of plugin settings: one row for what is saved together, a plugin's values of the installation or of one organisation.
create table core.plugin_setting (
  plugin_id text not null,
  -- empty: the installation
  org_id text not null default '',
  -- {"name": {"value": …, "by": user id, "byName": name, "at": milliseconds}}; what is not among them is as registry.json or the plugin says
  set_values jsonb not null default '{}',
  version integer not null,
  primary key (plugin_id, org_id)
);

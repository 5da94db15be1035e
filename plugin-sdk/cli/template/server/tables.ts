export interface EntryTable {
  id: string;
  org_id: string;
  name: string;
  note: string;
  created_at: Date;
}

/** Tables of this plugin. Its SQL schema belongs to it alone. */
export interface SamplePluginDb {
  'sample_plugin.entry': EntryTable;
}

/** What statements of SQL name by hand; all else goes through the tables. */
export interface PatientDb {
  /** Asked with every charge, and repointed by merges. */
  'patient.patient': {
    id: string;
    org_id: string;
    enabled: boolean;
    merged_into: string | null;
  };
  /** For marking a merge as undone, once; all else goes through `mergeTable`. */
  'patient.merge': { id: string; undone_at: Date | null; undone_by: string };
}

import type { ContentOf } from '@nephra/plugin-sdk/server';
import { CONTENT_FIELDS, EMPTY_CONTENT, EMPTY_PLAN, type FileContent, type FileName, PLAN_NAMES, type PlanName } from '../../domain/file/file-content.ts';
import { type PatientStored, patientTable } from './patient.table.ts';

/** Columns of fields that the wire calls otherwise; all others are called alike. */
const COLUMN_OF = {
  psn_cert_type: 'certType',
  patientIdcard: 'idcard',
  psn_no: 'psnNo',
  insuplc_admdvs: 'insuplcAdmdvs',
  infectedHistory: 'infected',
  pregnancyState: 'pregnancy',
} as const;
const PLAN_COLUMN_OF = { mode: 'dialysisMode', classId: 'shiftId' } as const;

type Renamed = keyof typeof COLUMN_OF;
type PlanRenamed = keyof typeof PLAN_COLUMN_OF;
// A field without a column does not compile here.
const columnOf = (name: FileName): keyof PatientStored => (name in COLUMN_OF ? COLUMN_OF[name as Renamed] : (name as Exclude<FileName, Renamed>));
const planColumnOf = (name: PlanName): keyof PatientStored =>
  name in PLAN_COLUMN_OF ? PLAN_COLUMN_OF[name as PlanRenamed] : (name as Exclude<PlanName, PlanRenamed>);

/** What people write of a file, from its row. */
export function contentOf(row: PatientStored): FileContent {
  const wire: Readonly<Record<string, unknown>> = patientTable.wire(row);
  const file = Object.fromEntries(CONTENT_FIELDS.map((name) => [name, wire[columnOf(name)]]));
  const plan = Object.fromEntries(PLAN_NAMES.map((name) => [name, wire[planColumnOf(name)]]));
  return { ...file, dialysis: row.patientType === 'dialysis' ? plan : null } as unknown as FileContent; // each field is that of its column
}

/** What stands in the row of a file and people write. */
export type ContentColumns = Omit<ContentOf<typeof patientTable>, 'orgId' | 'creatorId' | 'enabled' | 'mergedInto'>;

/** The columns behind a file's content. Merges keep files as they were: what a later version asks for is empty in them. */
export function columnsOf(content: FileContent): ContentColumns {
  const { dialysis } = content;
  const plan = dialysis?.dryWeight == null ? dialysis : { ...dialysis, dryWeight: Number(dialysis.dryWeight.toFixed(1)) };
  const wire = {
    ...Object.fromEntries(CONTENT_FIELDS.map((name) => [columnOf(name), content[name] ?? EMPTY_CONTENT[name]])),
    ...Object.fromEntries(PLAN_NAMES.map((name) => [planColumnOf(name), plan?.[name] ?? EMPTY_PLAN[name]])),
  };
  return patientTable.read(wire) as unknown as ContentColumns; // every column of the content is there
}

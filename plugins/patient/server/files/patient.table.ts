import { type DataRights, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { column, dataRights, defineDataModel, defineTable, type ReadContext, type StoredOf, sql, type SqlBool, visibleRows } from '@nephra/plugin-sdk/server';
import type { DiagnosisEntry, InfectionMark } from '../../contract/index.ts';
import { FILE_FIELDS, PLAN_FIELDS } from '../../contract/file-fields.ts';
import { DRY_WEIGHT_DECIMALS, MAX_AREA_ID } from '../../contract/limits.ts';

/** Patient files, as data schemes of the menu may narrow them. */
export const patientModel = defineDataModel({
  menu: 'his.patient',
  table: 'patient.patient',
  orgColumn: 'org_id',
  listed: sql<boolean>`enabled and merged_into is null`,
  fields: {
    creatorUserId: { column: 'creator_id', type: 'User' },
    orgId: { column: 'org_id', type: 'Organize' },
    patientType: { column: 'patient_type', type: 'String' },
    reimWay: { column: 'reim_way', type: 'String' },
    medInsMark: { column: 'med_ins_mark', type: 'String' },
    classId: { column: 'shift_id', type: 'String' },
    creatorTime: { column: 'created_at', type: 'DateTime' },
  },
});

/** With whose eyes files are read. A context of a call alone: with those of its caller. */
export interface FileReader extends ReadContext {
  /** Rights of whoever looks, where that is not the caller; `all`: no data scheme counts, for the patient of a record that somebody sees anyway. */
  readonly rights?: DataRights | 'all';
  /** False where no merged file is asked for: spared that half of the rule, the database reads files by their indexes. */
  readonly merged?: false;
}

/**
 * Files of the organisations, as far as the rights reach. A file is visible by itself, or because it was merged into one that is: whoever sees what is left of a
 * person sees where it came from.
 */
function visibleFiles(reader: FileReader, alias: string) {
  const { rights = dataRights(reader, patientModel.menu), merged = true, user } = reader;
  const column = (name: string) => sql.ref(`${name}.org_id`);
  const [first, ...others] = user.orgIds;
  // One facility is compared plainly: an index in the order of the list then keeps its order.
  const within = (name: string) =>
    first !== undefined && others.length === 0
      ? sql<SqlBool>`${column(name)} = ${first}::text`
      : sql<SqlBool>`${column(name)} = any(${[...user.orgIds]}::text[])`;
  if (rights === 'all') return within(alias);
  const own = (name: string, by: DataRights) => visibleRows(reader, patientModel, { alias: name, rights: by });
  // The facilities stand in the rule, once: said twice the database expects half as many files and looks for them another way.
  const asked = own(alias, { ...rights, orgIds: rights.orgIds.filter((orgId) => user.orgIds.includes(orgId)) });
  if (!merged) return asked;
  // Of a merged file the one that is left is looked up, not all that are visible.
  const left = sql.ref(`${alias}.merged_into`);
  // rows: the door itself; the file that is left goes by the same rule
  return sql<SqlBool>`(${asked} or (${within(alias)} and ${left} is not null and exists (
    select 1 from patient.patient as kept where kept.id = ${left} and ${own('kept', rights)})))`;
}

/** The caller's eyes where no file is asked for that is seen through another alone: statistics, and lists of files that stand. */
export const ownFiles = ({ db, log, pluginId, user, dataScope }: ReadContext): FileReader => ({ db, log, pluginId, user, dataScope, merged: false });

const text = (name: keyof typeof FILE_FIELDS) => column.text(FILE_FIELDS[name].facts.max);
const ofPlan = (name: keyof typeof PLAN_FIELDS) => column.text(PLAN_FIELDS[name].facts.max);

/** Patient files. */
export const patientTable = defineTable(
  'patient.patient',
  {
    id: column.id(),
    orgId: column.org(),
    patientName: text('patientName'),
    patientSex: column.intChoice(0, 1, 2, 9),
    birthday: column.day().nullable(),
    certType: column.choice('01', '02', '04', '06', '07', '08', '99'),
    idcard: text('patientIdcard'),
    phone: text('phone'),
    addressArea: column.text(MAX_AREA_ID),
    address: text('address'),
    contactName: text('contactName'),
    contactPhone: text('contactPhone'),
    outpatientCode: text('outpatientCode'),
    patientType: column.choice('dialysis', 'non-dialysis'),
    reimWay: column.text(6),
    medInsMark: column.choice('0', '1', '2'),
    psnNo: text('psn_no'),
    insuplcAdmdvs: text('insuplc_admdvs'),
    infected: column.texts<InfectionMark>(10),
    infectionCheckedOn: column.day().nullable(),
    visit: text('visit'),
    diagnosis: column.json<readonly DiagnosisEntry[]>(),
    allergies: column.texts(40),
    allergyState: column.choice('', 'none'),
    pregnancy: column.choice('', 'none', 'pregnant', 'lactating'),
    pregnancyOn: column.day().nullable(),
    dialysisNo: ofPlan('dialysisNo'),
    dialysisMode: column.text(20),
    /** 1 Monday … 7 Sunday. */
    weekdays: column.ints(1, 7),
    shiftId: column.text(40),
    bed: ofPlan('bed'),
    firstDate: column.day().nullable(),
    dryWeight: column.decimal(5, DRY_WEIGHT_DECIMALS).nullable(),
    access: ofPlan('access'),
    note: text('note'),
    enabled: column.flag(),
    /** The file that is left, when this one was merged into it; never one that was merged itself. */
    mergedInto: column.ref('patient.patient').nullable(),
    /** Who opened the file; empty when nobody knows. */
    creatorId: column.text(64),
    version: column.int(1, 2_000_000_000),
    pinyin: column.initials('patientName', 'person'),
    /** The identity number is not searchable. */
    searchGrams: column.grams('patientName', 'outpatientCode', 'dialysisNo', 'bed'),
    searchLetters: column.letters(),
    createdAt: column.instant(),
    updatedAt: column.instant(),
  },
  {
    scope: visibleFiles,
    rowsStay: true,
    rowName: 'patientName',
    unique: { patient_org_id_outpatient_code_key: ['orgId', 'outpatientCode'] },
    taken: { outpatientCode: ['code-taken', 'code', EnvelopeCode.Refused] },
  },
);
export interface PatientStored extends StoredOf<typeof patientTable> {}

import { countLimit, type OrgId } from '@nephra/plugin-sdk/contract';
import {
  foundPage,
  foundRows,
  type Given,
  type Kysely,
  matchesKeyword,
  type OrderedSlice,
  orderedRows,
  prepared,
  type RawBuilder,
  type SqlBool,
  sql,
} from '@nephra/plugin-sdk/server';
import type { PatientSearch } from '../../contract/index.ts';
import { weekdayOf } from '../../domain/age.ts';
import type { PatientDb, PatientTable } from '../tables.ts';

/** Every column but the search ones, which never leave the database. */
const COLUMNS = [
  'id',
  'org_id',
  'patient_name',
  'patient_sex',
  'birthday',
  'cert_type',
  'idcard',
  'phone',
  'address',
  'contact_name',
  'contact_phone',
  'outpatient_code',
  'patient_type',
  'reim_way',
  'med_ins_mark',
  'psn_no',
  'insuplc_admdvs',
  'infected',
  'infection_checked_on',
  'visit',
  'diagnosis',
  'allergies',
  'allergy_state',
  'pregnancy',
  'pregnancy_on',
  'dialysis_no',
  'dialysis_mode',
  'weekdays',
  'shift_id',
  'bed',
  'first_date',
  'dry_weight',
  'access',
  'note',
  'enabled',
  'merged_into',
  'version',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof PatientTable)[];

export type PatientRecord = Pick<PatientTable, (typeof COLUMNS)[number]>;

export interface PatientListFilter extends PatientSearch {
  readonly reimWay?: string;
  readonly infected?: string;
  /** Default `enabled`. */
  readonly state?: 'enabled' | 'disabled' | 'merged' | '';
  readonly sidx?: string;
  readonly sort?: 'asc' | 'desc' | '';
}

/** Files are walked in their order: the keyword is looked for in each, not by its own index. */
interface Walked extends PatientListFilter {
  readonly inOrder?: boolean;
}

/** Asks for files without any infection mark. */
const UNTESTED = 'UNTESTED';

/** Columns that a list may be sorted by, under their wire names. A map, because every object has members that nobody listed, `toString` among them. */
const SORTABLE = new Map<string, 'outpatient_code' | 'birthday' | 'dialysis_no' | 'bed' | 'pinyin' | 'updated_at'>([
  ['outpatientCode', 'outpatient_code'],
  ['patientAge', 'birthday'],
  ['dialysisNo', 'dialysis_no'],
  ['bed', 'bed'],
  ['patientName', 'pinyin'],
  ['lastModifyTime', 'updated_at'],
]);

/** One of these files, or the file that one of these was merged into: old records still carry the old id. */
const among = (ids: readonly string[]) =>
  sql<boolean>`id = any(array(select unnest(${ids}::text[]) union all select gone.merged_into from patient.patient as gone where gone.id = any(${ids}::text[])))`;

/** A session is planned on the day. */
const plannedOn = (day: string, weekdays = 'weekdays') =>
  sql<boolean>`(${sql.ref(weekdays)} <> '{}' and ${weekdayOf(day)}::smallint = any(${sql.ref(weekdays)}))`;

/** Ids of files by their plan, and those of `among`: each half is found by its own index, which the two joined by "or" would not be. */
const plannedOrAmong = (planned: RawBuilder<boolean>, orgIds: readonly string[], ids: readonly string[]) => sql<string>`
  select id from patient.patient where org_id = any(${orgIds}::text[]) and ${planned} union all select id from patient.patient where ${among(ids)}`;

/** A day of a large group has some thousand patients; those of one name stand together in the order of the list, where a walk meets them late. */
const MAX_SORTED = 5_000;

/** Condition on a file, under the name that the table has in the query. */
export type FileRowFilter = (alias?: string) => RawBuilder<SqlBool>;

const EVERYTHING: FileRowFilter = () => sql<SqlBool>`true`;

const standingOf = prepared((db: Kysely<PatientDb>, given: Given<{ id: string; orgIds: readonly OrgId[] }>) =>
  db
    .selectFrom('patient.patient')
    .select(['enabled', 'merged_into'])
    .where('id', '=', given('id'))
    .where(sql<boolean>`org_id = any(${given('orgIds')})`),
);

/** Reads patients. Every method takes the facilities that the caller may see; others, and what `rowFilter` leaves out, do not exist for it. */
export class PatientRepo {
  constructor(
    private readonly db: Kysely<PatientDb>,
    private readonly own: FileRowFilter = EVERYTHING,
  ) {}

  /**
   * A file is visible by itself, or because it was merged into one that is: whoever sees what is left of a person sees where it came from.
   * @param merged false where no merged file is asked for anyway: spared that half of the rule, the database reads files by their indexes
   */
  private rowFilter(merged = true): RawBuilder<SqlBool> {
    if (!merged) return this.own();
    return sql<SqlBool>`(${this.own()} or merged_into in (select kept.id from patient.patient as kept where ${this.own('kept')}))`;
  }

  async find(id: string, orgIds: readonly OrgId[]): Promise<PatientRecord | undefined> {
    return this.db.selectFrom('patient.patient').select(COLUMNS).where('id', '=', id).where('org_id', 'in', orgIds).where(this.rowFilter()).executeTakeFirst();
  }

  async findMany(ids: readonly string[], orgIds: readonly OrgId[]): Promise<PatientRecord[]> {
    if (ids.length === 0) return [];
    const rows = await this.db
      .selectFrom('patient.patient')
      .select(COLUMNS)
      .where(sql<boolean>`id = any(${ids})`)
      .where('org_id', 'in', orgIds)
      .where(this.rowFilter())
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** See `PatientDirectory.standing`. */
  async standing(id: string, orgIds: readonly OrgId[]) {
    const [row] = await standingOf(this.db, { id, orgIds });
    return row && { enableMark: row.enabled ? 1 : 0, mergedInto: row.merged_into };
  }

  /** The file that is left first, then those merged into it; see `PatientDirectory.idsOfPerson`. */
  async idsOfPerson(id: string, orgIds: readonly OrgId[]): Promise<string[]> {
    const asked = await this.db
      .selectFrom('patient.patient')
      .select('merged_into')
      .where('id', '=', id)
      .where('org_id', 'in', orgIds)
      .where(this.rowFilter())
      .executeTakeFirst();
    if (!asked) return [];
    const left = asked.merged_into ?? id;
    const gone = await this.db.selectFrom('patient.patient').select('id').where('merged_into', '=', left).orderBy('id').execute();
    return [left, ...gone.map((row) => row.id)];
  }

  /** Visible files, whatever their state; all of them, or which of `among` they are. */
  async visibleIds(orgIds: readonly OrgId[], among?: readonly string[]): Promise<string[]> {
    if (among?.length === 0) return [];
    const query = this.db.selectFrom('patient.patient').select('id').where('org_id', 'in', orgIds).where(this.rowFilter());
    const rows = await (among ? query.where(sql<boolean>`id = any(${among})`) : query).execute();
    return rows.map((row) => row.id);
  }

  async search(filter: PatientListFilter): Promise<{ rows: PatientRecord[]; total: number }> {
    const column = SORTABLE.get(filter.sidx ?? '') ?? 'pinyin';
    // Age sorts against the birthday.
    const direction = (filter.sort === 'desc') === (column === 'birthday') ? 'asc' : 'desc';
    // Keys are read off the index; whole files are read for the page alone.
    const keys = ['id', column] as const;
    const { rows, total } = await foundPage((orgIds) => this.#matching(filter, orgIds).select(keys), {
      db: this.db,
      orgIds: filter.orgIds,
      request: filter,
      order: [[column, direction] as const, ['id', direction] as const],
      searched: (filter.keyword?.trim() ?? '') !== '' || filter.patientIds !== undefined,
      countUpTo: countLimit(filter),
      maxSorted: MAX_SORTED,
      walk: (slice) => this.#ordered({ ...filter, inOrder: true }, keys, slice),
    });
    const ids = rows.map(({ id }) => id);
    return { rows: await this.findMany(ids, filter.orgIds), total };
  }

  /** Ids in the order of the list, for those who must look elsewhere to know which of them they want. */
  async idsInOrder(filter: PatientListFilter, limit: number, offset: number): Promise<string[]> {
    const direction = filter.sort === 'desc' ? 'desc' : 'asc';
    const order = [['pinyin', direction] as const, ['id', direction] as const];
    const keys = ['id', 'pinyin'] as const;
    const slice = { order, limit, offset };
    if (filter.keyword?.trim()) {
      const found = await foundRows((orgIds) => this.#matching(filter, orgIds).select(keys), {
        db: this.db,
        orgIds: filter.orgIds,
        maxSorted: MAX_SORTED,
        ...slice,
      });
      if (found.total < MAX_SORTED && offset < MAX_SORTED) return found.rows.map(({ id }) => id);
    }
    return (await this.#ordered({ ...filter, inOrder: true }, keys, slice)).map(({ id }) => id);
  }

  /** Files that were merged into one of these: whose id, and into which. */
  async mergedInto(ids: readonly string[]): Promise<{ id: string; left: string }[]> {
    return await this.db
      .selectFrom('patient.patient')
      .select(['id', sql<string>`merged_into`.as('left')])
      .where(sql<boolean>`merged_into = any(${ids})`)
      .execute();
  }

  /** One ordered walk per facility. */
  async #ordered<Column extends (typeof COLUMNS)[number] | 'pinyin'>(filter: Walked, columns: readonly Column[], slice: OrderedSlice) {
    return await orderedRows((orgIds) => this.#matching(filter, orgIds).select(columns), filter.orgIds, slice);
  }

  #matching(filter: Walked, orgIds: readonly string[]) {
    const merged = filter.state === 'merged';
    let query = this.db
      .selectFrom('patient.patient')
      .where('org_id', 'in', [...orgIds] as OrgId[])
      .where(this.rowFilter(merged));
    query = query.where('merged_into', merged ? 'is not' : 'is', null);
    if (!merged) query = query.where('enabled', '=', filter.state !== 'disabled');
    const keyword = matchesKeyword('search_grams', filter.keyword, ['patient_name', 'outpatient_code', 'dialysis_no', 'bed']);
    if (keyword) query = query.where(filter.inOrder ? sql<SqlBool>`(${keyword}) is true` : keyword);
    if (filter.patientType) query = query.where('patient_type', '=', filter.patientType);
    if (filter.classId) query = query.where('shift_id', '=', filter.classId);
    if (filter.reimWay) query = query.where('reim_way', '=', filter.reimWay);
    if (filter.infected)
      query = query.where(
        filter.infected === UNTESTED ? sql<boolean>`infected = '{}'` : sql<boolean>`infected @> array[${filter.infected}::text] and infected <> '{}'`,
      );
    if (filter.insuredOnly) query = query.where('med_ins_mark', '<>', '0').where('psn_no', '<>', '');
    const ids = filter.patientIds;
    if (filter.scheduledOn) {
      const planned = plannedOn(filter.scheduledOn);
      return query.where(ids && ids.length > 0 ? sql<boolean>`id = any(array(${plannedOrAmong(planned, orgIds, ids)}))` : planned);
    }
    if (ids) query = ids.length === 0 ? query.where(sql<boolean>`false`) : query.where(among(ids));
    return query;
  }

  shifts(orgIds: readonly OrgId[], day: string) {
    return this.db
      .selectFrom('patient.shift as s')
      .leftJoin('patient.patient as p', (join) =>
        join
          .onRef('p.shift_id', '=', 's.id')
          .onRef('p.org_id', '=', 's.org_id')
          .on('p.enabled', '=', true)
          .on(this.own('p'))
          .on('p.merged_into', 'is', null)
          .on(plannedOn(day, 'p.weekdays')),
      )
      .where('s.org_id', 'in', orgIds)
      .select(['s.id', 's.org_id', 's.full_name', 's.start_time', 's.end_time', 's.sort_code', (eb) => eb.fn.count<string>('p.id').as('patient_count')])
      .groupBy(['s.id', 's.org_id', 's.full_name', 's.start_time', 's.end_time', 's.sort_code'])
      .orderBy('s.org_id')
      .orderBy('s.sort_code')
      .orderBy('s.id')
      .execute();
  }
}

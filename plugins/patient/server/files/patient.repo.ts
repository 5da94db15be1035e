import { countLimit, type DataRights, type OrgId, weekdayOf } from '@nephra/plugin-sdk/contract';
import {
  estimatedRows,
  foundPage,
  foundRows,
  type Given,
  type Kysely,
  matchesKeyword,
  matchesLetter,
  type OrderedSlice,
  orderedRows,
  prepared,
  type RawBuilder,
  type ServerContext,
  type SqlBool,
  sql,
  totalOf,
} from '@nephra/plugin-sdk/server';
import type { PatientSearch } from '../../contract/index.ts';
import type { PatientDb } from '../tables.ts';
import { type FileReader, type PatientStored, patientTable } from './patient.table.ts';
import { shiftTable } from '../shift/shift.table.ts';

export interface PatientListFilter extends PatientSearch {
  readonly reimWay?: string;
  readonly infected?: string;
  /** Default `enabled`. */
  readonly state?: 'enabled' | 'disabled' | 'merged' | '';
  readonly sidx?: string;
  readonly sort?: 'asc' | 'desc' | '';
}

/** What files are in order by. */
interface FileKey {
  readonly id: string;
  readonly pinyin: string;
}

interface FileSlice {
  readonly ids: string[];
  /** Last file of a walk; undefined for a slice that was found and sorted. */
  readonly last: FileKey | undefined;
}

/** Files are walked in their order: the keyword is looked for in each, not by its own index. */
interface Walked extends PatientListFilter {
  /** Files behind this one in the order by pinyin. */
  readonly after?: FileKey | undefined;
  readonly inOrder?: boolean;
}

/** What a keyword is looked for in. */
export const SEARCHED = ['file.patientName', 'file.outpatientCode', 'file.dialysisNo', 'file.bed'] as const;

/** Found by an index; of more of them at once the whole table would be read. */
const NAMED_AT_ONCE = 500;
/** Asks for files without any infection mark. */
const UNTESTED = 'UNTESTED';

type SortColumn = 'outpatientCode' | 'birthday' | 'dialysisNo' | 'bed' | 'pinyin' | 'updatedAt';
/** Columns that a list may be sorted by, under their wire names. A map, because every object has members that nobody listed, `toString` among them. */
const SORTABLE = new Map<string, SortColumn>([
  ['outpatientCode', 'outpatientCode'],
  ['patientAge', 'birthday'],
  ['dialysisNo', 'dialysisNo'],
  ['bed', 'bed'],
  ['patientName', 'pinyin'],
  ['lastModifyTime', 'updatedAt'],
]);

/** One of these files, or the file that one of these was merged into: old records still carry the old id. */
// rows: ids for a query through the door, which narrows them
const among = (ids: readonly string[]) =>
  sql<boolean>`file.id = any(array(select unnest(${ids}::text[]) union all select gone.merged_into from patient.patient as gone where gone.id = any(${ids}::text[])))`;

/** A session is planned on the day. */
const plannedOn = (day: string, weekdays = 'file.weekdays') =>
  sql<boolean>`(${sql.ref(weekdays)} <> '{}' and ${weekdayOf(day)}::smallint = any(${sql.ref(weekdays)}))`;

/** Ids of files by their plan, and those of `among`: each half is found by its own index, which the two joined by "or" would not be. */
// rows: ids for `#matching`, whose door narrows them
const plannedOrAmong = (planned: RawBuilder<boolean>, orgIds: readonly string[], ids: readonly string[]) => sql<string>`
  select file.id from patient.patient as file where file.org_id = any(${orgIds}::text[]) and ${planned}
  union all select file.id from patient.patient as file where ${among(ids)}`;

/** A day of a large group has some thousand patients; those of one name stand together in the order of the list, where a walk meets them late. */
const MAX_SORTED = 10_000;
/** Where the database expects as many of a keyword they are walked at once: finding and sorting five thousand first would be for nothing. It expects too few rather than too many. */
const SURELY_MANY = MAX_SORTED;

// rows: compiled once; each charge asks. The facilities are asked for, and no data right counts (`PatientDirectory.standing`)
const standingOf = prepared((db: Kysely<PatientDb>, given: Given<{ id: string; orgIds: readonly OrgId[] }>) =>
  db
    .selectFrom('patient.patient')
    .select(['enabled', 'merged_into'])
    .where('id', '=', given('id'))
    .where(sql<boolean>`org_id = any(${given('orgIds')})`),
);

/** Who reads files: a call, or a service that is asked with the rights of somebody. */
export type FilesContext = Pick<ServerContext<PatientDb>, 'db' | 'log' | 'pluginId'>;

/** Reads patients. Every method takes the facilities that the caller may see; others, and what the rights do not reach, do not exist for it. */
export class PatientRepo {
  constructor(
    private readonly ctx: FilesContext,
    /** Of whoever looks; `all`: every file of the facilities. */
    private readonly rights: DataRights | 'all',
  ) {}

  /** @param merged false where no merged file is asked for anyway */
  private reader(orgIds: readonly string[], merged = true): FileReader {
    const { db, log, pluginId } = this.ctx;
    const user = { userId: '', orgId: '' as OrgId, orgIds: orgIds as readonly OrgId[], departmentId: null, isAdministrator: false };
    const scope = this.rights === 'all' ? ({ kind: 'organisation' } as const) : this.rights.scope;
    return { db, log, pluginId, user, dataScope: () => scope, rights: this.rights, ...(merged ? {} : { merged: false }) };
  }

  private ids(orgIds: readonly OrgId[]) {
    return patientTable.select(this.reader(orgIds), 'file').clearSelect().select('file.id');
  }

  async find(id: string, orgIds: readonly OrgId[]): Promise<PatientStored | undefined> {
    return await patientTable.find(this.reader(orgIds), id);
  }

  async findMany(ids: readonly string[], orgIds: readonly OrgId[]): Promise<PatientStored[]> {
    if (ids.length === 0) return [];
    const rows = await patientTable
      .select(this.reader(orgIds), 'file')
      .where(sql<boolean>`file.id = any(${[...ids]})`)
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** See `PatientDirectory.standing`. */
  async standing(id: string, orgIds: readonly OrgId[]) {
    const [row] = await standingOf(this.ctx.db, { id, orgIds });
    return row && { enableMark: row.enabled ? 1 : 0, mergedInto: row.merged_into };
  }

  /** Kind, dialysis number and the file that is left of each of these. */
  async kinds(ids: readonly string[], orgIds: readonly OrgId[]) {
    if (ids.length === 0) return new Map<string, never>();
    const query = this.ids(orgIds).select(['file.patientType', 'file.dialysisNo', 'file.mergedInto']);
    const rows = await query.where(sql<SqlBool>`file.id = any(${[...ids]}::text[])`).execute();
    return new Map(
      rows.map(({ id, patientType, dialysisNo, mergedInto }) => [
        id,
        { patientType: patientTable.codec.patientType.read(patientType), dialysisNo, mergedInto },
      ]),
    );
  }

  async names(ids: readonly string[], orgIds: readonly OrgId[]): Promise<ReadonlyMap<string, { patientName: string; outpatientCode: string }>> {
    const found = new Map<string, { patientName: string; outpatientCode: string }>();
    for (let at = 0; at < ids.length; at += NAMED_AT_ONCE) {
      const query = this.ids(orgIds).select(['file.patientName', 'file.outpatientCode']);
      const rows = await query.where(sql<SqlBool>`file.id = any(${ids.slice(at, at + NAMED_AT_ONCE)}::text[])`).execute();
      for (const { id, ...names } of rows) found.set(id, names);
    }
    return found;
  }

  /** The file that is left first, then those merged into it; see `PatientDirectory.idsOfPerson`. */
  async idsOfPerson(id: string, orgIds: readonly OrgId[]): Promise<string[]> {
    const asked = await this.ids(orgIds).select('file.mergedInto').where('file.id', '=', id).executeTakeFirst();
    if (!asked) return [];
    const left = asked.mergedInto ?? id;
    // rows: files that were merged into one that came through its door are seen through it
    const gone = await this.ctx.db.selectFrom('patient.patient').select('id').where('merged_into', '=', left).orderBy('id').execute();
    return [left, ...gone.map((row) => row.id)];
  }

  /** Visible files, whatever their state; all of them, or which of `among` they are. */
  async visibleIds(orgIds: readonly OrgId[], among?: readonly string[]): Promise<string[]> {
    if (among?.length === 0) return [];
    const query = this.ids(orgIds);
    const rows = await (among ? query.where(sql<boolean>`file.id = any(${[...among]})`) : query).execute();
    return rows.map((row) => row.id);
  }

  async search(filter: PatientListFilter): Promise<{ rows: PatientStored[]; total: number }> {
    const column = SORTABLE.get(filter.sidx ?? '') ?? 'pinyin';
    // Age sorts against the birthday.
    const direction = (filter.sort === 'desc') === (column === 'birthday') ? 'asc' : 'desc';
    // Keys are read off the index; whole files are read for the page alone.
    const keys = ['file.id', `file.${column}`] as const;
    const narrowed = (filter.keyword?.trim() ?? '') !== '' || filter.patientIds !== undefined;
    // What most files have, one letter above all, is met at once by a walk, and the total is reached early, too.
    const walked = narrowed && filter.patientIds === undefined && !(await this.#isRare(filter));
    const { rows, total } = await foundPage((orgIds) => this.#matching({ ...filter, inOrder: walked }, orgIds).select(keys), {
      db: this.ctx.db,
      orgIds: filter.orgIds,
      request: filter,
      order: [[`file.${column}`, direction] as const, ['file.id', direction] as const],
      searched: narrowed && !walked,
      countUpTo: countLimit(filter),
      maxSorted: MAX_SORTED,
      walk: (slice) => this.#ordered({ ...filter, inOrder: true }, keys, slice),
    });
    const ids = rows.map(({ id }) => id);
    return { rows: await this.findMany(ids, filter.orgIds), total };
  }

  /**
   * Ids in the order of the list, for those who must look elsewhere to know which of them they want.
   * @param before the slice that ends where this one begins; a walk goes on behind its last file
   */
  async idsInOrder(filter: PatientListFilter, limit: number, offset: number, before?: FileSlice): Promise<FileSlice> {
    const direction = filter.sort === 'desc' ? 'desc' : 'asc';
    const order = [['file.pinyin', direction] as const, ['file.id', direction] as const];
    const keys = ['file.id', 'file.pinyin'] as const;
    const idsOf = (rows: readonly FileKey[]): string[] => rows.map(({ id }) => id);
    // A keyword that finds so many files that they are walked need not be found first again.
    if (filter.keyword?.trim() && !before?.last && (await this.#isRare(filter))) {
      const search = { db: this.ctx.db, orgIds: filter.orgIds, maxSorted: MAX_SORTED, order, limit, offset };
      const found = await foundRows((orgIds) => this.#matching(filter, orgIds).select(keys), search);
      if (found.total < MAX_SORTED && offset < MAX_SORTED) return { ids: idsOf(found.rows), last: undefined };
    }
    const after = before?.last;
    const rows = await this.#ordered({ ...filter, inOrder: true, after }, keys, { order, limit, offset: after ? 0 : offset });
    return { ids: idsOf(rows), last: rows.at(-1) };
  }

  /** All visible files, whatever their state, in no order, when they are at most `most`; otherwise undefined. */
  async fewIds(orgIds: readonly OrgId[], most: number): Promise<readonly string[] | undefined> {
    // More than `most` are met early in the index of the list. The whole rule is asked where that fails: it finds all that a scheme lets through before the first.
    const listed = patientTable.select(this.reader(orgIds, false), 'file').clearSelect().select('file.id');
    const inUse = listed.where('file.enabled', '=', true).where('file.mergedInto', 'is', null);
    if ((await totalOf(this.ctx.db, inUse, { list: [], pageSize: 1, offset: 0, countUpTo: most + 1 })) > most) return undefined;
    const all = await this.ids(orgIds)
      .limit(most + 1)
      .execute();
    return all.length > most ? undefined : all.map((row) => row.id);
  }

  async count(orgIds: readonly OrgId[]): Promise<number> {
    const query = patientTable.select(this.reader(orgIds), 'file').clearSelect();
    return Number((await query.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()).count);
  }

  /** At most `most` ids of files in use that the keyword finds, in the order of ids. */
  async idsFound(keyword: string, orgIds: readonly OrgId[], most: number): Promise<string[]> {
    const matching = matchesKeyword('file.searchGrams', keyword, SEARCHED);
    if (!matching) return [];
    const rows = await patientTable
      .select(this.reader(orgIds, false), 'file')
      .clearSelect()
      .select('file.id')
      .where('file.mergedInto', 'is', null)
      .where('file.enabled', '=', true)
      .where(matching)
      .orderBy('file.id')
      .limit(most)
      .offset(0)
      .execute();
    return rows.map((row) => row.id);
  }

  /** Files of the facilities that were merged into one of these, and into which. */
  async mergedAway(ids: readonly string[], orgIds: readonly OrgId[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const query = this.ids(orgIds).select('file.mergedInto');
    const rows = await query.where(sql<SqlBool>`file."mergedInto" = any(${[...ids]}::text[])`).execute();
    return new Map(rows.map((row) => [row.id, row.mergedInto ?? row.id]));
  }

  /** Files that were merged into one of these: whose id, and into which. */
  async mergedInto(ids: readonly string[]): Promise<{ id: string; left: string }[]> {
    // rows: files that were merged into one that came through its door are seen through it
    return await this.ctx.db
      .selectFrom('patient.patient')
      .select(['id', sql<string>`merged_into`.as('left')])
      .where(sql<boolean>`merged_into = any(${[...ids]})`)
      .execute();
  }

  /** Fewer files than are worth a walk, as the database expects. */
  async #isRare(filter: PatientListFilter): Promise<boolean> {
    return (await estimatedRows(this.ctx.db, this.#matching(filter, filter.orgIds).select('file.id'))) < SURELY_MANY;
  }

  /** One ordered walk per facility. */
  async #ordered<Column extends `file.${SortColumn | 'id'}`>(filter: Walked, columns: readonly Column[], slice: OrderedSlice) {
    return await orderedRows((orgIds) => this.#matching(filter, orgIds).select(columns), filter.orgIds, slice);
  }

  #matching(filter: Walked, orgIds: readonly string[]) {
    const merged = filter.state === 'merged';
    let query = patientTable
      .select(this.reader(orgIds, merged), 'file')
      .clearSelect()
      .where('file.mergedInto', merged ? 'is not' : 'is', null);
    if (!merged) query = query.where('file.enabled', '=', filter.state !== 'disabled');
    const keyword = matchesKeyword('file.searchGrams', filter.keyword, SEARCHED);
    // What is walked for one letter is read off the index of the list alone.
    if (keyword) query = query.where(filter.inOrder ? (matchesLetter('file.searchLetters', filter.keyword) ?? sql<SqlBool>`(${keyword}) is true`) : keyword);
    const { after } = filter;
    if (after) {
      const behind = sql.raw(filter.sort === 'desc' ? '<' : '>');
      query = query.where(sql<SqlBool>`(file.pinyin, file.id) ${behind} (${after.pinyin}, ${after.id})`);
    }
    if (filter.patientType) query = query.where('file.patientType', '=', filter.patientType);
    if (filter.classId) query = query.where('file.shiftId', '=', filter.classId);
    if (filter.reimWay) query = query.where('file.reimWay', '=', filter.reimWay);
    if (filter.infected)
      query = query.where(
        filter.infected === UNTESTED
          ? sql<boolean>`file.infected = '{}'`
          : sql<boolean>`file.infected @> array[${filter.infected}::text] and file.infected <> '{}'`,
      );
    if (filter.insuredOnly) query = query.where('file.medInsMark', '<>', '0').where('file.psnNo', '<>', '');
    const ids = filter.patientIds;
    if (filter.scheduledOn) {
      const planned = plannedOn(filter.scheduledOn);
      return query.where(ids && ids.length > 0 ? sql<boolean>`file.id = any(array(${plannedOrAmong(planned, orgIds, ids)}))` : planned);
    }
    if (ids) query = ids.length === 0 ? query.where(sql<boolean>`false`) : query.where(among(ids));
    return query;
  }

  /** Shifts alone, in their order. */
  shiftsOf(orgIds: readonly OrgId[]) {
    return shiftTable.select(this.reader(orgIds, false), 's').orderBy('s.orgId').orderBy('s.sortCode').orderBy('s.id').execute();
  }

  shifts(orgIds: readonly OrgId[], day: string) {
    const reader = this.reader(orgIds, false);
    return shiftTable
      .select(reader, 's')
      .leftJoin(patientTable.as(reader, 'p'), (join) =>
        join
          .onRef('p.shiftId', '=', 's.id')
          .onRef('p.orgId', '=', 's.orgId')
          .on('p.enabled', '=', true)
          .on('p.mergedInto', 'is', null)
          .on(plannedOn(day, 'p.weekdays')),
      )
      .select((eb) => eb.fn.count<string>('p.id').as('patientCount'))
      .groupBy(['s.id', 's.orgId', 's.fullName', 's.startTime', 's.endTime', 's.sortCode'])
      .orderBy('s.orgId')
      .orderBy('s.sortCode')
      .orderBy('s.id')
      .execute();
  }
}

import { AppError, countLimit, EnvelopeCode, MAX_COUNTED, type OrgId } from '@nephra/plugin-sdk/contract';
import {
  foundPage,
  type Given,
  type Kysely,
  matchesKeyword,
  prepared,
  preparedFor,
  searchGrams,
  type SqlBool,
  sql,
  type TableQuery,
  totalOf,
} from '@nephra/plugin-sdk/server';
import { PayStatus, RxStatus } from '../contract/index.ts';
import { changePrescription } from './prescription-change.ts';
import { BRIEF_LINE, type BriefLineTexts } from './tables/brief-line.ts';
import { type LineStored, lineTable } from './tables/line.table.ts';
import { type NewPrescription, type PrescriptionStored, prescriptionTable } from './tables/prescription.table.ts';
import { type WithdrawalStored, withdrawalTable } from './tables/withdrawal.table.ts';
import type { PrescriptionDb } from './tables.ts';

const SELF_PAY_WAYS = ['', '0'];
/** Worth of what is sold of some prescriptions. */
const SOLD = sql<string>`sum(rx."totalPrice" - rx."withdrawnPrice")`;

export interface PrescriptionFilter {
  readonly orgIds: readonly OrgId[];
  readonly patientIds?: readonly string[];
  readonly payStatus?: readonly PayStatus[];
  readonly rxStatus?: readonly RxStatus[];
  readonly notRxStatus?: readonly RxStatus[];
  readonly dpType?: number;
  readonly workerId?: string;
  /** Part of the name of one of its lines. */
  readonly drugKeyword?: string;
  readonly from?: Date;
  readonly before?: Date;
  readonly keyword?: string;
  readonly withStockLines?: boolean;
  readonly toHandOut?: boolean;
  /** Only those on which tests are charged. */
  readonly withTests?: boolean;
  readonly orAwaitingReview?: boolean;
  readonly insured?: boolean;
  /** Void ones are left out unless asked for. */
  readonly withVoid?: boolean;
}

export interface PageOf {
  readonly currentPage?: number;
  readonly pageSize?: number;
  readonly order?: 'oldest' | 'newest';
  /** Work that goes through everything has no last page. */
  readonly toTheEnd?: boolean;
}

/** One parameter for all ids: a statement takes 65,535 parameters at most, and a list of ids may have more. One id is compared plainly, for the order of an index. */
const among = (column: string, ids: readonly string[]) =>
  ids.length === 1 ? sql<SqlBool>`${sql.ref(column)} = ${ids[0]}` : sql<SqlBool>`${sql.ref(column)} = any(${[...ids]}::text[])`;

/** No statement is needed: nobody is looked for, or a keyword of punctuation alone, which finds nothing. */
const findsNothing = ({ patientIds, keyword }: PrescriptionFilter): boolean => {
  const wanted = keyword?.trim() ?? '';
  return patientIds?.length === 0 || (wanted !== '' && searchGrams(wanted).length === 0);
};

/** Prescriptions under the name `rx`, through one door or another. @param orgIds of these organisations alone, as far as the door lets them through */
export type PrescriptionRows = (orgIds?: readonly OrgId[]) => TableQuery<(typeof prescriptionTable)['columns'], 'rx'>;

/** Columns of a whole row, in the form of the database: lists are sorted and cut by statements that know no columns. */
const HEAD = Object.keys(prescriptionTable.defs)
  .filter((key) => key !== 'searchGrams')
  .map((key) => sql.ref(`rx.${key}`).as(key));

/** What `PrescriptionLedger.brief` tells. */
const BRIEF_HEAD = ['rx.id', 'rx.dpNumber', 'rx.patientId', 'rx.dpDate', 'rx.payStatus', 'rx.rounds'] as const;
const TEST = '化验';

const readHead = (row: Readonly<Record<string, unknown>>): PrescriptionStored =>
  prescriptionTable.fromSql(row as { readonly [Key in keyof PrescriptionStored]: unknown });

const detailsOf = prepared((db: Kysely<PrescriptionDb>, given: Given<{ dpId: string }>) => {
  const from = { db };
  const lines = lineTable.everywhere(from, 'the prescription has been found behind its own door', 'line');
  return lines.where('line.dpId', '=', given('dpId')).orderBy('line.sortCode');
});

// Compiled once; each charge asks.
const heldOf = preparedFor((db: Kysely<PrescriptionDb>, ids: readonly string[], given: Given<{ orgIds: readonly OrgId[] }>) => {
  const rows = prescriptionTable.everywhere({ db }, 'the caller sees every row of these facilities', 'rx').where('rx.id', 'in', ids);
  return rows
    .where(sql<SqlBool>`rx."orgId" = any(${given('orgIds')})`)
    .orderBy('rx.id')
    .forUpdate();
});

/** Reads and writes prescriptions. Every read takes the facilities that the caller may see; what its door leaves out does not exist. */
export class PrescriptionRepo {
  readonly #rows: PrescriptionRows;

  constructor(
    readonly db: Kysely<PrescriptionDb>,
    rows?: PrescriptionRows,
    /** Facilities of which `rows` lets everything through, where that is all it lets through. */
    private readonly wholeOrgs?: readonly OrgId[],
  ) {
    this.#rows = rows ?? (() => prescriptionTable.everywhere(this, 'for other plugins and for what one call has written; facilities are asked for', 'rx'));
  }

  find(id: string, orgIds: readonly OrgId[]): Promise<PrescriptionStored | undefined> {
    return this.#rows().where('rx.id', '=', id).where('rx.orgId', 'in', orgIds).executeTakeFirst();
  }

  async findMany(ids: readonly string[], orgIds: readonly OrgId[]): Promise<PrescriptionStored[]> {
    if (ids.length === 0) return [];
    return await this.#rows().where(among('rx.id', ids)).where('rx.orgId', 'in', orgIds).execute();
  }

  /**
   * Locks a prescription for a change.
   * @throws AppError `prescription.not-found` (404), also for one hidden; `prescription.stale` (409) when `version` is not the current one.
   */
  async lock(id: string, orgIds: readonly OrgId[], version: number | undefined): Promise<PrescriptionStored> {
    const head = await this.#rows().where('rx.id', '=', id).where('rx.orgId', 'in', orgIds).forUpdate().executeTakeFirst();
    if (!head) throw new AppError('prescription.not-found', { code: EnvelopeCode.NotFound });
    if (version !== undefined && head.version !== version) throw new AppError('prescription.stale', { code: EnvelopeCode.Conflict });
    return head;
  }

  /** Locks prescriptions for a change, in the order of their ids; those hidden are left out. */
  async lockMany(ids: readonly string[], orgIds: readonly OrgId[]): Promise<PrescriptionStored[]> {
    if (ids.length === 0) return [];
    const whole = this.wholeOrgs;
    if (whole) return (await heldOf(this.db, ids, { orgIds: orgIds.filter((id) => whole.includes(id)) })).map(readHead);
    const found = this.#rows().where('rx.id', 'in', ids).where('rx.orgId', 'in', orgIds);
    return await found.orderBy('rx.id').forUpdate().execute();
  }

  async details(dpIds: readonly string[]): Promise<LineStored[]> {
    const [only] = dpIds;
    if (only === undefined) return [];
    if (dpIds.length === 1) return (await detailsOf(this.db, { dpId: only })).map((row) => lineTable.fromSql(row));
    const lines = lineTable.everywhere(this, 'the prescriptions have been found behind their own door', 'line');
    return await lines.where(among('line.dpId', dpIds)).orderBy('line.dpId').orderBy('line.sortCode').execute();
  }

  /**
   * Oldest first, without what only the prescription itself shows, each with its lines in one column: ten thousand rows of nine columns take three times as
   * long to read. @param testsAlone of the lines tests alone
   */
  async brief(filter: PrescriptionFilter, most: number, testsAlone: boolean) {
    if (filter.orgIds.length === 0 || findsNothing(filter)) return [];
    const all = lineTable.everywhere(this, 'the prescription is found behind its own door', 'line').clearSelect().select(BRIEF_LINE.as('line'));
    const ofHead = all.where(sql<SqlBool>`line."dpId" = rx.id`).orderBy('line.sortCode');
    const lines = testsAlone ? ofHead.where('line.drugType', '=', TEST) : ofHead;
    return await this.#matching(filter)
      .select(BRIEF_HEAD)
      .select(sql<readonly BriefLineTexts[]>`to_json(array(${lines}))`.as('lines'))
      .orderBy('rx.dpDate')
      .orderBy('rx.id')
      .limit(most)
      .execute();
  }

  /** What went back of these prescriptions before they were charged anew. */
  async withdrawals(dpIds: readonly string[]): Promise<WithdrawalStored[]> {
    if (dpIds.length === 0) return [];
    const all = withdrawalTable.everywhere(this, 'the prescriptions have been found behind their own door', 'gone');
    return await all.where(among('gone.dpId', dpIds)).execute();
  }

  insertWithdrawals(rows: readonly WithdrawalStored[]): Promise<void> {
    return withdrawalTable.insertAll(this, rows);
  }

  /** A page of them and their number, at most `countLimit`. Pages behind that are empty, unless `toTheEnd` is asked for: then `MAX_COUNTED` are counted. */
  async search(filter: PrescriptionFilter, page: PageOf = {}): Promise<{ rows: PrescriptionStored[]; total: number }> {
    if (findsNothing(filter)) return { rows: [], total: 0 };
    const direction = page.order === 'oldest' ? 'asc' : 'desc';
    const { rows, total } = await foundPage((orgIds) => this.#matching({ ...filter, orgIds: orgIds as readonly OrgId[] }).select(HEAD), {
      db: this.db,
      orgIds: filter.orgIds,
      request: page,
      order: [
        ['rx.dpDate', direction],
        ['rx.id', direction],
      ],
      searched: (filter.keyword?.trim() ?? '') !== '',
      ...(page.toTheEnd ? { endsAt: Number.POSITIVE_INFINITY } : { countUpTo: countLimit(filter) }),
    });
    return { rows: rows.map(readHead), total };
  }

  /** How many there are, at most `MAX_COUNTED`. */
  async countToCap(filter: PrescriptionFilter): Promise<number> {
    if (filter.orgIds.length === 0 || findsNothing(filter)) return 0;
    return await totalOf(this.db, this.#matching(filter).select('rx.id'), { list: [], pageSize: 1, offset: 0, countUpTo: MAX_COUNTED });
  }

  async count(filter: PrescriptionFilter): Promise<number> {
    if (findsNothing(filter)) return 0;
    const { total } = await this.#matching(filter)
      .select((eb) => eb.fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow();
    return Number(total);
  }

  /** Every prescription of the filter, oldest first, at most `limit`. */
  async all(filter: PrescriptionFilter, limit: number): Promise<PrescriptionStored[]> {
    if (findsNothing(filter)) return [];
    const rows = await this.#matching(filter).select(HEAD).orderBy('rx.dpDate').orderBy('rx.id').limit(limit).execute();
    return rows.map(readHead);
  }

  /** Whose they are, at most `limit` of them. */
  async patientsOf(filter: PrescriptionFilter, limit: number): Promise<string[]> {
    if (findsNothing(filter)) return [];
    const rows = await this.#matching(filter).select('rx.patientId').groupBy('rx.patientId').orderBy('rx.patientId').limit(limit).execute();
    return rows.map((row) => row.patientId);
  }

  async patientTotals(filter: PrescriptionFilter, limit: number) {
    if (findsNothing(filter)) return [];
    return await this.#matching(filter)
      .select((eb) => [
        'rx.patientId',
        eb.fn.countAll<string>().as('count'),
        SOLD.as('totalPrice'),
        eb.fn.max('rx.dpDate').as('latest'),
        sql<string>`count(*) filter (where rx."rxStatus" = ${RxStatus.New})`.as('drafts'),
      ])
      .groupBy('rx.patientId')
      .orderBy('latest', 'desc')
      .orderBy('rx.patientId')
      .limit(limit)
      .execute();
  }

  /** How many and how much, by facility, patient and state. */
  async stateTotals(filter: PrescriptionFilter) {
    if (findsNothing(filter)) return [];
    const key = ['rx.orgId', 'rx.patientId', 'rx.patientType', 'rx.payStatus', 'rx.rxStatus', 'rx.hasStockLines'] as const;
    return await this.#matching(filter)
      .select(key)
      .select((eb) => [eb.fn.countAll<string>().as('count'), SOLD.as('totalPrice'), eb.fn.max('rx.dpDate').as('latest')])
      .groupBy(key)
      .orderBy('rx.patientId')
      .execute();
  }

  #matching(filter: PrescriptionFilter) {
    let query = this.#rows(filter.orgIds).clearSelect().where('rx.orgId', 'in', filter.orgIds);
    if (!filter.withVoid) query = query.where('rx.rxStatus', '<>', RxStatus.Void);
    const { payStatus, orAwaitingReview } = filter;
    if (payStatus && payStatus.length > 0) {
      query = query.where((eb) => {
        const inState = eb('rx.payStatus', 'in', payStatus);
        return orAwaitingReview ? eb.or([inState, eb.and([eb('rx.payStatus', '=', PayStatus.ToCharge), eb('rx.rxStatus', '=', RxStatus.Confirmed)])]) : inState;
      });
    }
    if (filter.rxStatus && filter.rxStatus.length > 0) query = query.where('rx.rxStatus', 'in', filter.rxStatus);
    if (filter.patientIds) query = query.where(among('rx.patientId', filter.patientIds));
    if (filter.notRxStatus && filter.notRxStatus.length > 0) query = query.where('rx.rxStatus', 'not in', filter.notRxStatus);
    if (filter.dpType) query = query.where('rx.dpType', '=', filter.dpType);
    if (filter.workerId) query = query.where('rx.workerId', '=', filter.workerId);
    const { drugKeyword } = filter;
    if (drugKeyword) {
      const lines = lineTable.everywhere(this, 'the condition on the prescription keeps to its door', 'line').clearSelect().select('line.id');
      const named = lines.where(sql<boolean>`line."dpId" = rx.id`).where(sql<boolean>`position(${drugKeyword} in line."drugName") > 0`);
      query = query.where(({ exists }) => exists(named));
    }
    if (filter.from) query = query.where('rx.dpDate', '>=', filter.from);
    if (filter.before) query = query.where('rx.dpDate', '<', filter.before);
    if (filter.withStockLines) query = query.where('rx.hasStockLines', '=', true);
    if (filter.insured !== undefined) query = query.where('rx.reimWay', filter.insured ? 'not in' : 'in', SELF_PAY_WAYS);
    if (filter.withTests) query = query.where(sql<SqlBool>`rx."assayPrice" > 0`);
    if (filter.toHandOut) query = query.where('rx.hasStockLines', '=', true).where('rx.nothingToHandOut', '=', false);
    const keyword = matchesKeyword('rx.searchGrams', filter.keyword, ['rx.patientName', 'rx.outpatientCode', 'rx.dpNumber']);
    return keyword ? query.where(keyword) : query;
  }

  /** Lines ordered per dialysis session whose course reaches `today` or later. */
  async openSessionOrders(patientIds: readonly string[], orgIds: readonly OrgId[], intervals: readonly string[], today: string): Promise<number> {
    const lines = lineTable.everywhere(this, 'joined to prescriptions behind their own door', 'line').clearSelect();
    const row = await this.#rows()
      .clearSelect()
      .innerJoin(lines.select(['line.dpId', 'line.drugInterval', 'line.drugDays']).as('d'), 'd.dpId', 'rx.id')
      .where(among('rx.patientId', patientIds))
      .where('rx.orgId', 'in', orgIds)
      .where('rx.rxStatus', '<>', RxStatus.Void)
      .where('d.drugInterval', 'in', intervals)
      .where(sql<boolean>`(rx."dpDate" at time zone 'Asia/Shanghai')::date + d."drugDays" > ${today}::date`)
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(row.count);
  }

  async insert(heads: readonly NewPrescription[], lines: readonly LineStored[]): Promise<void> {
    await prescriptionTable.insertAll(this, heads);
    await lineTable.insertAll(this, lines);
  }

  /** Replaces columns and, when given, all lines; the version grows by one. */
  async change(id: string, patch: Partial<NewPrescription>, now: Date, lines?: readonly LineStored[]): Promise<void> {
    await changePrescription(this.db, id, { ...patch, updatedAt: now });
    if (!lines) return;
    // rows: lines of a prescription that was locked through its door (`lock`)
    await this.db.deleteFrom('prescription.detail').where('dp_id', '=', id).execute();
    await lineTable.insertAll(this, lines);
  }
}

import { AppError, EnvelopeCode, MAX_COUNTED, type OrgId } from '@nephra/plugin-sdk/contract';
import { foundPage, type Given, type Kysely, matchesKeyword, prepared, type RawBuilder, type SqlBool, sql, totalOf } from '@nephra/plugin-sdk/server';
import { PayStatus, RxStatus } from '../contract/index.ts';
import { changeOf } from './prescription-change.ts';
import { type LineStored, lineTable } from './tables/line.table.ts';
import { insertRows, readRows } from './tables/stored-rows.ts';
import { type WithdrawalStored, withdrawalTable } from './tables/withdrawal.table.ts';
import type { PrescriptionDb, PrescriptionTable } from './tables.ts';

const HEAD = [
  'id',
  'org_id',
  'dp_number',
  'dp_type',
  'dp_date',
  'patient_id',
  'patient_name',
  'patient_sex',
  'patient_age',
  'patient_type',
  'outpatient_code',
  'reim_way',
  'visit',
  'diagnosis',
  'infected',
  'pay_status',
  'rx_status',
  'refuse_reason',
  'total_price',
  'west_price',
  'diag_treat_price',
  'assay_price',
  'other_price',
  'consumables_price',
  'preselfpay_total',
  'fulamt_ownpay_total',
  'overlmt_total',
  'price_type',
  'sort_code',
  'worker_id',
  'worker_name',
  'worker_no',
  'creator_id',
  'creator_name',
  'check_name',
  'send_name',
  'note',
  'bill_id',
  'line_count',
  'has_stock_lines',
  'rounds',
  'withdrawn_price',
  'split_from',
  'version',
  'created_at',
  'updated_at',
  'confirmed_at',
] as const satisfies readonly (keyof PrescriptionTable)[];
export type HeadRecord = Pick<PrescriptionTable, (typeof HEAD)[number]>;

const SELF_PAY_WAYS = ['', '0'];

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

const ROWS_AT_ONCE = 200;

/** One parameter for all ids: a statement takes 65,535 parameters at most, and a list of ids may have more. One id is compared plainly, for the order of an index. */
const among = (column: string, ids: readonly string[]) =>
  ids.length === 1 ? sql<SqlBool>`${sql.ref(column)} = ${ids[0]}` : sql<SqlBool>`${sql.ref(column)} = any(${[...ids]}::text[])`;

/** Condition on a prescription, under the name that the table has in the query. */
export type PrescriptionRowFilter = (alias?: string) => RawBuilder<SqlBool>;

const detailsOf = prepared((db: Kysely<PrescriptionDb>, given: Given<{ dpId: string }>) => {
  const from = { db };
  const lines = lineTable.everywhere(from, 'the prescription has been found behind its own door', 'line');
  return lines.where('line.dpId', '=', given('dpId')).orderBy('line.sortCode');
});

const EVERYTHING: PrescriptionRowFilter = () => sql<SqlBool>`true`;

/** Reads and writes prescriptions. Every read takes the facilities that the caller may see; what `rowFilter` leaves out does not exist. */
export class PrescriptionRepo {
  constructor(
    readonly db: Kysely<PrescriptionDb>,
    private readonly rowFilter: PrescriptionRowFilter = EVERYTHING,
  ) {}

  find(id: string, orgIds: readonly OrgId[]): Promise<HeadRecord | undefined> {
    return this.db
      .selectFrom('prescription.prescription')
      .select(HEAD)
      .where('id', '=', id)
      .where('org_id', 'in', orgIds)
      .where(this.rowFilter())
      .executeTakeFirst();
  }

  findMany(ids: readonly string[], orgIds: readonly OrgId[]): Promise<HeadRecord[]> {
    if (ids.length === 0) return Promise.resolve([]);
    return this.db.selectFrom('prescription.prescription').select(HEAD).where(among('id', ids)).where('org_id', 'in', orgIds).where(this.rowFilter()).execute();
  }

  /**
   * Locks a prescription for a change.
   * @throws AppError `prescription.not-found` (404), also for one hidden; `prescription.stale` (409) when `version` is not the current one.
   */
  async lock(id: string, orgIds: readonly OrgId[], version: number | undefined): Promise<HeadRecord> {
    const head = await this.db
      .selectFrom('prescription.prescription')
      .select(HEAD)
      .where('id', '=', id)
      .where('org_id', 'in', orgIds)
      .where(this.rowFilter())
      .forUpdate()
      .executeTakeFirst();
    if (!head) throw new AppError('prescription.not-found', { code: EnvelopeCode.NotFound });
    if (version !== undefined && head.version !== version) throw new AppError('prescription.stale', { code: EnvelopeCode.Conflict });
    return head;
  }

  /** Locks prescriptions for a change, in the order of their ids; those hidden are left out. */
  lockMany(ids: readonly string[], orgIds: readonly OrgId[]): Promise<HeadRecord[]> {
    if (ids.length === 0) return Promise.resolve([]);
    return this.db
      .selectFrom('prescription.prescription')
      .select(HEAD)
      .where('id', 'in', ids)
      .where('org_id', 'in', orgIds)
      .where(this.rowFilter())
      .orderBy('id')
      .forUpdate()
      .execute();
  }

  async details(dpIds: readonly string[]): Promise<LineStored[]> {
    const [only] = dpIds;
    if (only === undefined) return [];
    if (dpIds.length === 1) return readRows(lineTable, await detailsOf(this.db, { dpId: only }));
    const lines = lineTable.everywhere(this, 'the prescriptions have been found behind their own door', 'line');
    return await lines.where(among('line.dpId', dpIds)).orderBy('line.dpId').orderBy('line.sortCode').execute();
  }

  /** What went back of these prescriptions before they were charged anew. */
  async withdrawals(dpIds: readonly string[]): Promise<WithdrawalStored[]> {
    if (dpIds.length === 0) return [];
    const all = withdrawalTable.everywhere(this, 'the prescriptions have been found behind their own door', 'gone');
    return await all.where(among('gone.dpId', dpIds)).execute();
  }

  insertWithdrawals(rows: readonly WithdrawalStored[]): Promise<void> {
    return insertRows(this.db, withdrawalTable, rows);
  }

  /** A page of them and their number, at most `MAX_COUNTED`. Pages behind that are empty, unless `toTheEnd` is asked for. */
  async search(filter: PrescriptionFilter, page: PageOf = {}): Promise<{ rows: HeadRecord[]; total: number }> {
    const direction = page.order === 'oldest' ? 'asc' : 'desc';
    return await foundPage((orgIds) => this.#matching({ ...filter, orgIds: orgIds as readonly OrgId[] }).select(HEAD), {
      db: this.db,
      orgIds: filter.orgIds,
      request: page,
      order: [
        ['dp_date', direction],
        ['id', direction],
      ],
      searched: (filter.keyword?.trim() ?? '') !== '',
      ...(page.toTheEnd ? { endsAt: Number.POSITIVE_INFINITY } : {}),
    });
  }

  /** How many there are, at most `MAX_COUNTED`. */
  async countToCap(filter: PrescriptionFilter): Promise<number> {
    if (filter.orgIds.length === 0) return 0;
    return await totalOf(this.db, this.#matching(filter).select('id'), { list: [], pageSize: 1, offset: 0, countUpTo: MAX_COUNTED });
  }

  async count(filter: PrescriptionFilter): Promise<number> {
    const { total } = await this.#matching(filter)
      .select((eb) => eb.fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow();
    return Number(total);
  }

  /** Every prescription of the filter, oldest first, at most `limit`. */
  all(filter: PrescriptionFilter, limit: number): Promise<HeadRecord[]> {
    return this.#matching(filter).select(HEAD).orderBy('dp_date').orderBy('id').limit(limit).execute();
  }

  /** Whose they are, at most `limit` of them. */
  async patientsOf(filter: PrescriptionFilter, limit: number): Promise<string[]> {
    const rows = await this.#matching(filter).select('patient_id').groupBy('patient_id').orderBy('patient_id').limit(limit).execute();
    return rows.map((row) => row.patient_id);
  }

  patientTotals(filter: PrescriptionFilter, limit: number) {
    return this.#matching(filter)
      .select((eb) => [
        'patient_id',
        eb.fn.countAll<string>().as('count'),
        sql<string>`sum(total_price - withdrawn_price)`.as('total_price'),
        eb.fn.max('dp_date').as('latest'),
        sql<string>`count(*) filter (where rx_status = ${RxStatus.New})`.as('drafts'),
      ])
      .groupBy('patient_id')
      .orderBy('latest', 'desc')
      .orderBy('patient_id')
      .limit(limit)
      .execute();
  }

  /** How many and how much, by facility, patient and state. */
  stateTotals(filter: PrescriptionFilter) {
    const key = ['org_id', 'patient_id', 'patient_type', 'pay_status', 'rx_status', 'has_stock_lines'] as const;
    return this.#matching(filter)
      .select(key)
      .select((eb) => [
        eb.fn.countAll<string>().as('count'),
        sql<string>`sum(total_price - withdrawn_price)`.as('total_price'),
        eb.fn.max('dp_date').as('latest'),
      ])
      .groupBy(key)
      .orderBy('patient_id')
      .execute();
  }

  #matching(filter: PrescriptionFilter) {
    let query = this.db.selectFrom('prescription.prescription').where('org_id', 'in', filter.orgIds).where(this.rowFilter());
    if (!filter.withVoid) query = query.where('rx_status', '<>', RxStatus.Void);
    const { payStatus, orAwaitingReview } = filter;
    if (payStatus && payStatus.length > 0) {
      query = query.where((eb) => {
        const inState = eb('pay_status', 'in', payStatus);
        return orAwaitingReview ? eb.or([inState, eb.and([eb('pay_status', '=', PayStatus.ToCharge), eb('rx_status', '=', RxStatus.Confirmed)])]) : inState;
      });
    }
    if (filter.rxStatus && filter.rxStatus.length > 0) query = query.where('rx_status', 'in', filter.rxStatus);
    if (filter.patientIds) query = filter.patientIds.length > 0 ? query.where(among('patient_id', filter.patientIds)) : query.where(sql<boolean>`false`);
    if (filter.notRxStatus && filter.notRxStatus.length > 0) query = query.where('rx_status', 'not in', filter.notRxStatus);
    if (filter.dpType) query = query.where('dp_type', '=', filter.dpType);
    if (filter.workerId) query = query.where('worker_id', '=', filter.workerId);
    const { drugKeyword } = filter;
    if (drugKeyword) {
      const lines = lineTable.everywhere(this, 'the condition on the prescription keeps to its door', 'line').clearSelect().select('line.id');
      const named = lines.where(sql<boolean>`line."dpId" = prescription.prescription.id`).where(sql<boolean>`position(${drugKeyword} in line."drugName") > 0`);
      query = query.where(({ exists }) => exists(named));
    }
    if (filter.from) query = query.where('dp_date', '>=', filter.from);
    if (filter.before) query = query.where('dp_date', '<', filter.before);
    if (filter.withStockLines) query = query.where('has_stock_lines', '=', true);
    if (filter.insured !== undefined) query = query.where('reim_way', filter.insured ? 'not in' : 'in', SELF_PAY_WAYS);
    if (filter.toHandOut) query = query.where('has_stock_lines', '=', true).where('nothing_to_hand_out', '=', false);
    const keyword = matchesKeyword('search_grams', filter.keyword, ['patient_name', 'outpatient_code', 'dp_number']);
    return keyword ? query.where(keyword) : query;
  }

  /** Lines ordered per dialysis session whose course reaches `today` or later. */
  async openSessionOrders(patientIds: readonly string[], orgIds: readonly OrgId[], intervals: readonly string[], today: string): Promise<number> {
    const lines = lineTable.everywhere(this, 'joined to prescriptions behind their own door', 'line').clearSelect();
    const row = await this.db
      .selectFrom(lines.select(['line.dpId', 'line.drugInterval', 'line.drugDays']).as('d'))
      .innerJoin('prescription.prescription as p', 'p.id', 'd.dpId')
      .where(among('p.patient_id', patientIds))
      .where('p.org_id', 'in', orgIds)
      .where(this.rowFilter('p'))
      .where('p.rx_status', '<>', RxStatus.Void)
      .where('d.drugInterval', 'in', intervals)
      .where(sql<boolean>`(p.dp_date at time zone 'Asia/Shanghai')::date + d."drugDays" > ${today}::date`)
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(row.count);
  }

  /** Many at once; a statement carries a limited number of values. */
  async insertMany(heads: readonly PrescriptionTable[], lines: readonly LineStored[]): Promise<void> {
    for (let start = 0; start < heads.length; start += ROWS_AT_ONCE) {
      await this.db
        .insertInto('prescription.prescription')
        .values(heads.slice(start, start + ROWS_AT_ONCE).map(withJson))
        .execute();
    }
    await insertRows(this.db, lineTable, lines);
  }

  async insert(head: PrescriptionTable, lines: readonly LineStored[]): Promise<void> {
    await this.db.insertInto('prescription.prescription').values(withJson(head)).execute();
    await insertRows(this.db, lineTable, lines);
  }

  /** Replaces columns and, when given, all lines; the version grows by one. */
  async change(id: string, columns: Partial<PrescriptionTable>, now: Date, lines?: readonly LineStored[]): Promise<void> {
    await changeOf(columns)(this.db, { ...withJson(columns), id, updated_at: now });
    if (!lines) return;
    await this.db.deleteFrom('prescription.detail').where('dp_id', '=', id).execute();
    await insertRows(this.db, lineTable, lines);
  }
}

/** JSON columns are sent as text: the driver would turn an array into an SQL array. */
const withJson = <Columns extends Partial<PrescriptionTable>>(columns: Columns): Columns =>
  columns.diagnosis === undefined ? columns : { ...columns, diagnosis: JSON.stringify(columns.diagnosis) as unknown as PrescriptionTable['diagnosis'] };

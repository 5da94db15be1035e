import { column, defineTable, ownedBy, type StoredOf } from '@nephra/plugin-sdk/server';
import { MAX_REASON } from '../../contract/limits.ts';

const month = column.text(7);

/** Months that were closed, and opened again. */
export const monthCloseTable = defineTable(
  'charging.month_close',
  {
    id: column.id(),
    orgId: column.org(),
    /** `YYYY-MM` */
    month,
    closedAt: column.instant(),
    closedBy: column.id(),
    closedByName: column.text(200),
    /** Why something was left unsettled; empty when nothing was. */
    leaveReason: column.text(MAX_REASON),
    leftCount: column.int(0, 1_000_000_000),
    leftTotal: column.money(),
    reopenedAt: column.instant().nullable(),
    reopenedBy: column.id().nullable(),
    reopenedByName: column.text(200).nullable(),
    reopenReason: column.text(MAX_REASON).nullable(),
  },
  {
    rowsStay: true,
    unique: { month_close_standing: ['orgId', 'month'] },
    uniqueWhere: { month_close_standing: '(reopened_at IS NULL)' },
  },
);

/** Runs over the patients of a facility's month. */
export const monthRunTable = defineTable(
  'charging.month_run',
  {
    id: column.id(),
    orgId: column.org(),
    month,
    state: column.choice('running', 'cancelling', 'done', 'cancelled'),
    /** Empty for a run over everybody, else the one patient. */
    patientId: column.text(64),
    settleWay: column.choice('selfpay', 'insured'),
    takeIn: column.flag(),
    payWay: column.text(40),
    reference: column.text(200),
    fingerprint: column.text(80),
    userId: column.id(),
    userName: column.text(200),
    language: column.text(10),
    startedAt: column.instant(),
    endedAt: column.instant().nullable(),
    /** Who works on it and until when nobody else takes it over. */
    leaseOwner: column.text(200),
    leaseUntil: column.instant(),
  },
  {
    rowsStay: true,
    unique: { month_run_active: ['orgId', 'patientId'] },
    uniqueWhere: { month_run_active: "(state = ANY (ARRAY['running'::text, 'cancelling'::text]))" },
  },
);
export interface MonthRunStored extends StoredOf<typeof monthRunTable> {}

/** Patients of a run. */
export const monthRunItemTable = defineTable(
  'charging.month_run_item',
  {
    runId: column.ref('charging.month_run'),
    patientId: column.id(),
    seq: column.int(1, 1_000_000_000),
    month,
    patientName: column.text(200),
    outpatientCode: column.text(100),
    /** What the dry run showed; another state of the patient's month is refused. */
    fingerprint: column.text(80),
    amount: column.money(),
    state: column.choice('waiting', 'done', 'failed', 'skipped', 'cancelled'),
    attempts: column.int(0, 1_000),
    billId: column.ref('charging.bill').nullable(),
    billNo: column.text(64),
    error: column.text(200),
    errorParams: column.json<Readonly<Record<string, string | number>>>(),
    endedAt: column.instant().nullable(),
  },
  {
    rowsStay: true,
    scope: ownedBy(monthRunTable, 'run_id'),
    key: ['runId', 'patientId'],
    unique: { month_run_item_waiting: ['patientId', 'month'] },
    uniqueWhere: { month_run_item_waiting: "(state = 'waiting'::text)" },
  },
);
export interface MonthRunItemStored extends StoredOf<typeof monthRunItemTable> {}

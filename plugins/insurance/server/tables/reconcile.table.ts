import { column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';
import { DAY_STATES, DIFFERENCE_KINDS } from '../../contract/reconcile.contract.ts';
import { actor, said, wordParams } from './said.column.ts';

/** `YYYY-MM-DD` */
const day = column.text(10);

/** Days that are compared with the platform. */
export const reconcileDayTable = defineTable(
  'insurance.reconcile_day',
  {
    orgId: column.org(),
    day,
    state: column.choice(...DAY_STATES),
    done: column.int(0, 2_000_000_000),
    total: column.int(0, 2_000_000_000),
    attempts: column.int(0, 2_000_000_000),
    problem: said(),
    problemParams: wordParams(),
    userId: actor(),
    userName: actor(),
    comparedAt: column.instant().nullable(),
    leaseOwner: said(),
    leaseUntil: column.instant(),
  },
  { rowsStay: true, key: ['orgId', 'day'] },
);
export interface ReconcileDayStored extends StoredOf<typeof reconcileDayTable> {}

const kindOfClearing = { insutype: said(), clrType: said(), clrOptins: said() };

/** Our sums of a day, by what the platform compares together (3201). */
export const reconcileGroupTable = defineTable(
  'insurance.reconcile_group',
  {
    orgId: column.org(),
    day,
    ...kindOfClearing,
    refund: column.flag(),
    rowsCount: column.int(0, 2_000_000_000),
    medfee: column.money(),
    fund: column.money(),
    account: column.money(),
    result: column.choice('equal', 'differs', 'refused', 'silent'),
    said: said(),
  },
  { rowsStay: true, key: ['orgId', 'day', 'insutype', 'clrType', 'clrOptins', 'refund'] },
);

const amount = column.money().nullable();

/** What only one side has, or what differs in its amounts. */
export const reconcileDifferenceTable = defineTable(
  'insurance.reconcile_difference',
  {
    id: column.id(),
    orgId: column.org(),
    day,
    kind: column.choice(...DIFFERENCE_KINDS),
    state: column.choice('open', 'handed', 'explained', 'gone'),
    ...kindOfClearing,
    settlementId: column.id().nullable(),
    patientName: said(),
    psnNo: said(),
    setlId: said(),
    mdtrtId: said(),
    msgid: said(),
    refund: column.flag(),
    medfee: amount,
    fund: amount,
    account: amount,
    theirMedfee: amount,
    theirFund: amount,
    theirAccount: amount,
    /** Where the person is insured, as the message that takes it back must say. */
    insuplcAdmdvs: said(),
    /** The platform has it under our code, and this system never sent it. */
    stranger: column.flag(),
    /** What a person decided of a stranger; empty while nobody did. */
    decision: column.choice('', 'taken-back', 'other-system'),
    memo: said(),
    note: said(),
    noteUserName: said(),
    notedAt: column.instant().nullable(),
    foundAt: column.instant(),
    version: column.int(1, 2_000_000_000),
  },
  { rowsStay: true, unique: { reconcile_difference_once: ['orgId', 'day', 'kind', 'setlId', 'msgid', 'refund'] } },
);
export interface ReconcileDifferenceStored extends StoredOf<typeof reconcileDifferenceTable> {}

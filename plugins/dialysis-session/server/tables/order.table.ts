import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { column, defineTable, kept, type SqlRow, type StoredOf } from '@nephra/plugin-sdk/server';
import { MAX_DOSE, MAX_EVERY_DAYS, MAX_GROUP, MAX_KIT_QUANTITY, MAX_METHOD, MAX_ORDER_TITLE, MIN_KIT_QUANTITY } from '../../contract/limits.ts';
import { MAX_REASON } from '../../contract/fields.ts';
import type { OrderRule } from '../../domain/orders-due.ts';

const id = () => column.text(64);
const name = () => column.text(100);

/** What a patient gets during treatments. */
export const orderTable = defineTable(
  'dialysis_session.standing_order',
  {
    id: column.id(),
    orgId: column.org(),
    patientId: id(),
    once: column.flag(),
    everyDays: column.int(0, MAX_EVERY_DAYS),
    timing: column.choice('before', 'during', 'after', 'any'),
    title: column.text(MAX_ORDER_TITLE),
    dose: column.text(MAX_DOSE),
    drugId: id(),
    drugKind: column.text(10),
    quantity: column.int(0, MAX_KIT_QUANTITY),
    highRisk: column.flag(),
    validFrom: column.day(),
    validTo: column.day().nullable(),
    doctorId: id(),
    doctorName: name(),
    stoppedAt: column.instant().nullable(),
    stoppedBy: name(),
    /** Orders that are one share it: they are given together by one method. Empty: it stands alone. */
    groupId: id(),
    groupPlace: column.int(0, MAX_GROUP - 1),
    method: column.text(MAX_METHOD),
    createdAt: column.instant(),
    updatedAt: column.instant(),
    version: column.int(1, 2_000_000_000),
  },
  { rowsStay: true, errorPrefix: 'order', rowName: 'title' },
);
export interface OrderStored extends StoredOf<typeof orderTable> {}
/** What the rules of due orders look at. */
export const ruleOf = ({ id: orderId, once, everyDays, validFrom, validTo, stoppedAt }: OrderStored): OrderRule & { readonly stopped: boolean } => ({
  ...{ orderId, once, everyDays, from: validFrom, to: validTo, stopped: stoppedAt !== null },
});

/** Whether an order was given in a treatment: once, whoever presses. */
export const givenTable = defineTable(
  'dialysis_session.given',
  {
    id: column.id(),
    orgId: column.org(),
    sessionId: column.ref('dialysis_session.session'),
    orderId: column.ref('dialysis_session.standing_order'),
    entryId: id(),
    day: column.day(),
    outcome: column.choice('given', 'changed', 'skipped'),
    dose: column.text(MAX_DOSE),
    reason: column.text(MAX_REASON),
    checkerId: id(),
    checkerName: name(),
    byId: id(),
    byName: name(),
    at: column.instant(),
    single: column.flag(),
    /** Trace codes of the packs. */
    codes: column.texts(20),
  },
  {
    rowsStay: true,
    unique: { given_once_idx: ['sessionId', 'orderId'], given_single_idx: ['orderId'] },
    uniqueWhere: { given_single_idx: "(single AND (outcome <> 'skipped'::text))" },
    taken: { orderId: ['order-given', 'value', EnvelopeCode.Conflict] },
  },
);
export interface GivenStored extends StoredOf<typeof givenTable> {}

/** What a treatment of a mode is charged with. */
export const kitTable = defineTable(
  'dialysis_session.kit_line',
  {
    id: column.id(),
    orgId: column.org(),
    mode: column.text(10),
    part: column.choice('treatment', 'dialyser', 'lines', 'other'),
    drugId: id(),
    drugKind: column.text(10),
    drugName: column.text(200),
    quantity: column.int(MIN_KIT_QUANTITY, MAX_KIT_QUANTITY),
    /** Goods leave, and money is asked for: two facts. */
    used: column.flag(),
    charged: column.flag(),
    ...kept,
  },
  {
    errorPrefix: 'kit',
    rowName: 'drugName',
    unique: { kit_line_once_idx: ['orgId', 'mode', 'drugId'], kit_line_treatment_idx: ['orgId', 'mode'] },
    uniqueWhere: { kit_line_treatment_idx: "((deleted_at IS NULL) AND (part = 'treatment'::text))" },
    taken: { drugId: ['kit-twice', 'value'], mode: ['kit-two-treatments', 'value'] },
  },
);
export interface KitStored extends StoredOf<typeof kitTable> {}

export interface OrderTables {
  'dialysis_session.standing_order': SqlRow<typeof orderTable>;
  'dialysis_session.given': SqlRow<typeof givenTable>;
  'dialysis_session.kit_line': SqlRow<typeof kitTable>;
}

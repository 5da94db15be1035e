import { defineContract, get, listOf, post, put, type Static, Type } from '@nephra/plugin-sdk/contract';
import { MAX_DOSE, MAX_EVERY_DAYS, MAX_GROUP, MAX_KIT_QUANTITY, MAX_METHOD, MAX_ORDER_TITLE } from '../limits.ts';
import { dayText, idText, nullable } from '../session.schema.ts';

const drugKind = Type.Union([Type.Literal('drug'), Type.Literal('material'), Type.Literal('item'), Type.Literal('')]);
const timing = Type.Union([Type.Literal('before'), Type.Literal('during'), Type.Literal('after'), Type.Literal('any')]);

/** One thing that is given. */
export const orderedDrug = Type.Object({
  title: Type.String({ minLength: 1, maxLength: MAX_ORDER_TITLE, pattern: '\\S' }),
  dose: Type.String({ minLength: 1, maxLength: MAX_DOSE, pattern: '\\S' }),
  /** Entry of the catalogue that is charged when it is given; empty: none. */
  drugId: Type.String({ maxLength: 64 }),
  drugKind,
  quantity: Type.Integer({ minimum: 0, maximum: MAX_KIT_QUANTITY }),
  /** Two people prepare it. */
  highRisk: Type.Boolean(),
});
export type OrderedDrug = Static<typeof orderedDrug>;

/** How often and when; the same for all that is given together. */
export const orderPlan = Type.Object({
  once: Type.Boolean(),
  /** 0: at each treatment; else days from the last time it was given. */
  everyDays: Type.Integer({ minimum: 0, maximum: MAX_EVERY_DAYS }),
  timing,
});

const orderFields = {
  patientId: idText,
  ...orderPlan.properties,
  ...orderedDrug.properties,
  /** How it is given, for instance into the venous line. */
  method: Type.Optional(Type.String({ maxLength: MAX_METHOD })),
  validFrom: dayText,
  validTo: nullable(dayText),
};

export const orderBody = Type.Object({
  ...orderFields,
  /** What is given together with it by the same method: one order, written, given, skipped and stopped as one. */
  withThem: Type.Optional(Type.Array(orderedDrug, { maxItems: MAX_GROUP - 1 })),
});
export type OrderBody = Static<typeof orderBody>;
export const orderRow = Type.Object({
  ...orderFields,
  method: Type.String(),
  /** Rows of one order share it, in the order of `groupPlace`; empty: it stands alone. */
  groupId: Type.String(),
  groupPlace: Type.Integer(),
  id: Type.String(),
  doctorName: Type.String(),
  /** Milliseconds; null: it stands. */
  stoppedAt: nullable(Type.Integer()),
  stoppedBy: Type.String(),
  lastGivenOn: nullable(Type.String()),
  dueFrom: nullable(Type.String()),
  version: Type.Integer(),
});
export type OrderRow = Static<typeof orderRow>;

/** Orders that a patient gets during treatments. */
export const orderContract = defineContract('dialysisOrder', {
  list: get('/api/dialysis/Orders', {
    summary: 'Orders of a patient for treatments, those in force first, and when each is due again; what is given together stands together',
    need: 'perm:dialysis.bedside',
    audit: 'read-patient',
    query: Type.Object({ patientId: idText }),
    reply: listOf(orderRow),
  }),
  add: post('/api/dialysis/Orders', {
    summary: 'Order something for treatments, alone or together with others',
    need: 'perm:dialysis.bedside:btn_order',
    audit: 'write',
    retry: 'idempotent-key',
    body: orderBody,
    reply: orderRow,
  }),
  /** An order is stopped, never deleted; a stopped one stays stopped. */
  stop: put('/api/dialysis/Orders/{id}/Actions/Stop', {
    summary: 'Stop an order, with all that is given together with it',
    need: 'perm:dialysis.bedside:btn_order',
    audit: 'write',
    retry: 'natural',
    params: Type.Object({ id: idText }),
    body: Type.Object({ version: Type.Integer({ minimum: 1 }) }),
    reply: orderRow,
  }),
});

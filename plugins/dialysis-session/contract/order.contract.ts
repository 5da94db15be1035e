import { defineContract, get, listOf, post, put, type Static, Type } from '@nephra/plugin-sdk/contract';
import { MAX_DOSE, MAX_EVERY_DAYS, MAX_KIT_QUANTITY, MAX_ORDER_TITLE } from './limits.ts';
import { dayText, idText, nullable } from './session.schema.ts';

const drugKind = Type.Union([Type.Literal('drug'), Type.Literal('material'), Type.Literal('item'), Type.Literal('')]);
const timing = Type.Union([Type.Literal('before'), Type.Literal('during'), Type.Literal('after'), Type.Literal('any')]);

export const orderBody = Type.Object({
  patientId: idText,
  once: Type.Boolean(),
  /** 0: at each treatment; else days from the last time it was given. */
  everyDays: Type.Integer({ minimum: 0, maximum: MAX_EVERY_DAYS }),
  timing,
  title: Type.String({ minLength: 1, maxLength: MAX_ORDER_TITLE, pattern: '\\S' }),
  dose: Type.String({ minLength: 1, maxLength: MAX_DOSE, pattern: '\\S' }),
  /** Entry of the catalogue that is charged when it is given; empty: none. */
  drugId: Type.String({ maxLength: 64 }),
  drugKind,
  quantity: Type.Integer({ minimum: 0, maximum: MAX_KIT_QUANTITY }),
  /** Two people prepare it. */
  highRisk: Type.Boolean(),
  validFrom: dayText,
  validTo: nullable(dayText),
});
export const orderRow = Type.Object({
  ...orderBody.properties,
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
    summary: 'Orders of a patient for treatments, those in force first, and when each is due again',
    need: 'perm:dialysis.bedside',
    audit: 'read-patient',
    query: Type.Object({ patientId: idText }),
    reply: listOf(orderRow),
  }),
  add: post('/api/dialysis/Orders', {
    summary: 'Order something for treatments',
    need: 'perm:dialysis.bedside:btn_order',
    audit: 'write',
    retry: 'idempotent-key',
    body: orderBody,
    reply: orderRow,
  }),
  /** An order is stopped, never deleted; a stopped one stays stopped. */
  stop: put('/api/dialysis/Orders/{id}/Actions/Stop', {
    summary: 'Stop an order',
    need: 'perm:dialysis.bedside:btn_order',
    audit: 'write',
    retry: 'natural',
    params: Type.Object({ id: idText }),
    body: Type.Object({ version: Type.Integer({ minimum: 1 }) }),
    reply: orderRow,
  }),
});

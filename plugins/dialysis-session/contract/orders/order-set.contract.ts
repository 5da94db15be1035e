import { defineContract, get, listOf, post, put, type Static, Type } from '@nephra/plugin-sdk/contract';
import { MAX_GROUP, MAX_METHOD, MAX_SET_NAME, MAX_SET_ORDERS } from '../limits.ts';
import { orderedDrug, orderPlan, orderRow } from './order.contract.ts';
import { dayText, idText, nullable } from '../session.schema.ts';

/** An order of a set: one thing, or several that are given together. */
const setOrder = Type.Object({
  ...orderPlan.properties,
  method: Type.String({ maxLength: MAX_METHOD }),
  drugs: Type.Array(orderedDrug, { minItems: 1, maxItems: MAX_GROUP }),
});
export type SetOrder = Static<typeof setOrder>;
const setBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: MAX_SET_NAME, pattern: '\\S' }),
  orders: Type.Array(setOrder, { minItems: 1, maxItems: MAX_SET_ORDERS }),
});
const setRow = Type.Object({ ...setBody.properties, id: Type.String(), byName: Type.String(), version: Type.Integer() });
export type OrderSetRow = Static<typeof setRow>;

/** Sets of orders of a facility, which a doctor adds at once. */
export const orderSetContract = defineContract('dialysisOrderSet', {
  list: get('/api/dialysis/OrderSets', { summary: 'Sets of orders, by name', need: 'perm:dialysis.bedside', audit: 'none', reply: listOf(setRow) }),
  /** Refusals: `dialysis-session.set-name-taken`, `dialysis-session.entry-unknown`. */
  add: post('/api/dialysis/OrderSets', {
    summary: 'Keep orders as a set',
    need: 'perm:dialysis.bedside:btn_order',
    audit: 'write',
    retry: 'idempotent-key',
    body: setBody,
    reply: setRow,
  }),
  remove: put('/api/dialysis/OrderSets/{id}/Actions/Remove', {
    summary: 'Remove a set; orders that came from it stay',
    need: 'perm:dialysis.bedside:btn_order',
    audit: 'write',
    retry: 'natural',
    params: Type.Object({ id: idText }),
    body: Type.Object({ version: Type.Integer({ minimum: 1 }) }),
    reply: Type.Null(),
  }),
  apply: post('/api/dialysis/OrderSets/{id}/Actions/Apply', {
    summary: 'Order all of a set for a patient; entries that the catalogue no longer has are refused by name, and nothing is ordered then',
    need: 'perm:dialysis.bedside:btn_order',
    audit: 'write',
    retry: 'idempotent-key',
    params: Type.Object({ id: idText }),
    body: Type.Object({ patientId: idText, validFrom: dayText, validTo: nullable(dayText) }),
    reply: listOf(orderRow),
  }),
});

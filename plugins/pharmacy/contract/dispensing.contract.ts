import { defineContract, get, listOf, paginationSchema, pageQuery, post, put, Type } from '@nephra/plugin-sdk/contract';
import {
  dispensingInfo,
  dpId,
  expiryLevel,
  itemKind,
  lotRow,
  movementKind,
  movementRow,
  movementTotal,
  queueRow,
  receiveBody,
  stage,
  stockItem,
  stockTotal,
  updateStateBody,
} from './dispensing.schema.ts';

const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
const lotId = Type.String({ minLength: 1, maxLength: 64 });

/** Pharmacy (spec 7.6). Stock calls, which the specification does not show, carry our own names. */
export const dispensingContract = defineContract('dispensing', {
  patientList: get('/api/his/pharmacy/patient', {
    summary: 'Prescriptions for the pharmacy, oldest first, with the number at each open stage',
    need: 'perm:his.pharmacy',
    audit: 'read-patient',
    query: Type.Object({
      ...pageQuery,
      stage: Type.Optional(stage),
      /** True: also those that nobody has paid yet. */
      unpaid: Type.Optional(Type.Boolean()),
      startDate: Type.Optional(day),
      endDate: Type.Optional(day),
    }),
    reply: Type.Object({
      list: Type.Array(queueRow),
      pagination: paginationSchema,
      counts: Type.Object({ review: Type.Integer(), pick: Type.Integer(), dispense: Type.Integer() }),
    }),
    spec: ['7.6-01', '3-09'],
  }),
  stock: get('/api/his/pharmacy/stock', {
    summary: 'Lots, earliest expiry first',
    need: 'perm:his.pharmacy',
    audit: 'none',
    query: Type.Object({
      ...pageQuery,
      kind: Type.Optional(itemKind),
      level: Type.Optional(expiryLevel),
      frozen: Type.Optional(Type.Boolean()),
      /** True: also lots with nothing left. */
      empty: Type.Optional(Type.Boolean()),
      drugId: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    reply: Type.Object({ list: Type.Array(lotRow), pagination: paginationSchema, total: stockTotal }),
  }),
  movement: get('/api/his/pharmacy/movement', {
    summary: 'Stock ledger, newest first, with its sums',
    need: 'perm:his.pharmacy',
    audit: 'none',
    query: Type.Object({
      ...pageQuery,
      lotId: Type.Optional(lotId),
      kind: Type.Optional(movementKind),
      startDate: Type.Optional(day),
      endDate: Type.Optional(day),
    }),
    reply: Type.Object({ list: Type.Array(movementRow), pagination: paginationSchema, total: movementTotal }),
  }),
  stockItems: get('/api/his/pharmacy/item', {
    summary: 'Catalogue entries that may be received into stock',
    need: 'perm:his.pharmacy:btn_receive',
    audit: 'none',
    query: Type.Object({ keyword: pageQuery.keyword }),
    reply: listOf(stockItem),
  }),
  receive: post('/api/his/pharmacy/stock', {
    summary: 'Receive goods: a new lot, or more of the same one',
    need: 'perm:his.pharmacy:btn_receive',
    audit: 'stock',
    retry: 'idempotent-key',
    body: receiveBody,
    reply: lotRow,
  }),
  freeze: put('/api/his/pharmacy/stock/{id}/Actions/State', {
    summary: 'Block a lot or free it again',
    need: 'perm:his.pharmacy:btn_freeze',
    audit: 'stock',
    retry: 'natural',
    params: Type.Object({ id: lotId }),
    body: Type.Object({ frozen: Type.Boolean(), reason: Type.String({ maxLength: 200 }), version: Type.Integer() }),
    reply: lotRow,
  }),
  updateState: put('/api/his/pharmacy/Actions/UpdateState', {
    summary: 'Review, refuse, pick, put back, dispense or take back; each act needs its own button right',
    need: {
      anyOf: ['perm:his.pharmacy:btn_review', 'perm:his.pharmacy:btn_pick', 'perm:his.pharmacy:btn_dispense', 'perm:his.pharmacy:btn_return'],
    },
    audit: 'stock',
    retry: 'idempotent-key',
    body: updateStateBody,
    reply: dispensingInfo,
    spec: ['7.6-03', '5-09'],
  }),
  detail: get('/api/his/pharmacy/{id}', {
    summary: 'Everything needed to dispense one prescription',
    need: 'perm:his.pharmacy',
    audit: 'read-patient',
    params: Type.Object({ id: dpId }),
    reply: dispensingInfo,
    spec: ['7.6-02', '3-10', '5-09'],
  }),
});

import { defineContract, get, pageOf, pageQuery, post, Type } from '@nephra/plugin-sdk/contract';
import { closeShiftBody, openTakings, shiftRecord, shiftRow } from './shift.schema.ts';

const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

/** The cashier's shift: what was taken since the last closing, counting it, and the closings themselves. */
export const shiftContract = defineContract('chargeShift', {
  takings: get('/api/his/charge/shift', {
    summary: 'What the caller has taken since the last closing, by payment way',
    need: 'perm:his.charging:btn_shift',
    audit: 'read',
    reply: openTakings,
  }),
  close: post('/api/his/charge/shift', {
    summary: 'Close the shift: freeze every bill that is not handed in, with the cash that was counted',
    need: 'perm:his.charging:btn_shift',
    audit: 'money',
    retry: 'idempotent-key',
    body: closeShiftBody,
    reply: shiftRecord,
  }),
  list: get('/api/his/charge/shift/list', {
    summary: 'Closings, newest first',
    need: 'perm:his.charging',
    audit: 'read',
    query: Type.Object({
      ...pageQuery,
      startDate: Type.Optional(day),
      endDate: Type.Optional(day),
      cashierId: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    reply: pageOf(shiftRow),
  }),
  detail: get('/api/his/charge/shift/{id}', {
    summary: 'One closing with its payment ways and bills',
    need: 'perm:his.charging',
    audit: 'read-patient',
    params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) }),
    reply: shiftRecord,
  }),
});

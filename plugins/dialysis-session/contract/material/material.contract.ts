import { defineContract, post, Type } from '@nephra/plugin-sdk/contract';
import { BEDSIDE_MENU } from '../limits.ts';
import { MATERIAL_ROLES, MAX_CODE } from './material.ts';
import { actReply, idText, oneOf, passes, reason, sent } from '../session.schema.ts';

/**
 * What is used in a treatment, piece by piece, as its code says. Refusals besides those of `sessionContract`: `dialysis-session.code.<flaw>` for a code that cannot be read.
 */
export const materialContract = defineContract('dialysisMaterial', {
  material: post('/api/dialysis/Session/{id}/Materials', {
    summary: 'A piece is used: its code is read, looked up in the catalogue and held against the prescription',
    need: `perm:${BEDSIDE_MENU}:btn_record`,
    audit: 'write',
    retry: 'natural',
    actName: 'clientId',
    params: Type.Object({ id: idText }),
    body: Type.Object({
      code: Type.String({ minLength: 1, maxLength: MAX_CODE + 10 }),
      /** What it is, where neither prescription nor catalogue say so. */
      role: Type.Optional(oneOf(MATERIAL_ROLES)),
      ...passes,
      ...sent,
    }),
    reply: actReply,
  }),
  materialBack: post('/api/dialysis/Session/{id}/Materials/{entryId}/Actions/TakeBack', {
    summary: 'A piece was not used after all',
    need: `perm:${BEDSIDE_MENU}:btn_record`,
    audit: 'write',
    retry: 'natural',
    actName: 'clientId',
    params: Type.Object({ id: idText, entryId: idText }),
    body: Type.Object({ ...reason, ...sent }),
    reply: actReply,
  }),
});

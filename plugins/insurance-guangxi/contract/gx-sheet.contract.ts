import { defineContract, get, listOf, Type } from '@nephra/plugin-sdk/contract';
import { gxSheet } from './gx-sheet.schema.ts';

/** The form of Guangxi (spec 7.8). */
export const gxSheetContract = defineContract('insurance-guangxi', {
  printGx: get('/api/his/charge/printgx', {
    summary: 'Settlement sheet of a bill in the form of Guangxi: fee categories, parts of the fee, who pays what',
    need: 'perm:his.charging:btn_print',
    audit: 'print',
    query: Type.Object({ chargeId: Type.String({ minLength: 1, maxLength: 64 }) }),
    reply: listOf(gxSheet),
    spec: ['7.8-05'],
  }),
});

import { defineContract, get, type Static, Type } from '@nephra/plugin-sdk/contract';
import { settleSheet } from '@nephra/plugins/charging';

/** What stands on the sheet: what charging knows of the bill, and its lines. Yuan. */
export const islandSheet = Type.Intersect([
  settleSheet,
  Type.Object({ parts: Type.Array(Type.Object({ kind: Type.String(), amount: Type.Number(), covered: Type.Number() })) }),
]);
export type IslandSheet = Static<typeof islandSheet>;

export const sheetContract = defineContract('samplePlugin', {
  sheet: get('/api/sample-plugin/sheet/{billId}', {
    summary: 'Settlement sheet of a bill in the form of the island',
    need: 'perm:his.charging:btn_print',
    audit: 'print',
    params: Type.Object({ billId: Type.String({ minLength: 1, maxLength: 64 }) }),
    reply: islandSheet,
  }),
});

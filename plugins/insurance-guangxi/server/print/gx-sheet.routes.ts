import { implement } from '@nephra/plugin-sdk/server';
import { gxSheetContract } from '../../contract/index.ts';
import { gxSheets } from './gx-sheet.query.ts';

export const gxSheetRoutes = implement<never>()(gxSheetContract, {
  printGx: ({ query }, ctx) => gxSheets(ctx, query.chargeId),
});

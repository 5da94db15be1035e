import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { PackOut, PrescriptionPackCodes } from '../../../prescription/contract/index.ts';
import { portions } from './portions.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';
import { traceCodeTable } from './trace-code.table.ts';

/** Packs that went over the counter by their code. */
export const packCodesService = (ctx: ServerContext<PharmacyTables>): PrescriptionPackCodes => ({
  async out(codes) {
    const found: PackOut[] = [];
    for (const portion of portions([...new Set(codes)])) {
      const rows = await traceCodeTable
        .everywhere(ctx, 'a pack leaves once, whichever facility of the hospital asks')
        .where('row.code', 'in', [...portion])
        .where('row.returnedAt', 'is', null)
        .execute();
      found.push(...rows.map(({ code, dpId }) => ({ code, dpId })));
    }
    return found;
  },
});

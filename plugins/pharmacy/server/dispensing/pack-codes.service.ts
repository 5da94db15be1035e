import type { ServerContext } from '@nephra/plugin-sdk/server';
import type { PackOut, PrescriptionPackCodes } from '../../../prescription/contract/index.ts';
import { portions } from '../insert-rows.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';

/** Packs that went over the counter by their code. */
export const packCodesService = (ctx: ServerContext<PharmacyTables>): PrescriptionPackCodes => ({
  async out(codes) {
    const found: PackOut[] = [];
    for (const portion of portions([...new Set(codes)])) {
      const rows = await ctx.db
        .selectFrom('pharmacy.trace_code')
        .select(['code', 'dp_id'])
        .where('code', 'in', [...portion])
        .where('returned_at', 'is', null)
        .execute();
      found.push(...rows.map((row) => ({ code: row.code, dpId: row.dp_id })));
    }
    return found;
  },
});

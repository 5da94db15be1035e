import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type RecordChange, type ServedRecord, serveRecord } from '@nephra/plugin-sdk/server';
import { commonFieldContract } from '../../contract/model/common-field.contract.ts';
import { isFlaw, readColumn } from '../../domain/model/table-shape.ts';
import { commonFieldTable } from '../tables/common-field.table.ts';
import type { Ctx, DataDb } from '../tables/tables.ts';

/** @throws AppError at its field: what no table of a site would take is not offered for one */
function assertColumn(_ctx: Ctx, { after }: RecordChange<(typeof commonFieldTable)['columns']>): Promise<void> {
  const read = after && readColumn({ ...after, allowNull: after.allowNull ? 1 : 0 }, '');
  if (read && isFlaw(read))
    throw new AppError(`data.${read.key}`, { code: EnvelopeCode.Invalid, params: read.params, fields: [{ path: read.path.slice(1), msg: '' }] });
  return Promise.resolve();
}

export const commonFieldRoutes: ServedRecord = serveRecord<DataDb>()(commonFieldContract, commonFieldTable, {
  // Whoever looks at tables reads them.
  keeps: async (ctx) => ctx.user.isAdministrator,
  check: assertColumn,
});

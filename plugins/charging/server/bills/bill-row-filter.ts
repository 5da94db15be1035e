import { AppError, type DataRights, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type DataModel, dataRights, type ReadContext, type RequestContext, seesAllRows, type ServerContext } from '@nephra/plugin-sdk/server';
import type { ChargingTables } from '../charging-tables.ts';
import { billTable, CHARGING_MENU } from '../tables/bill.table.ts';
import { dayTotalTable } from '../tables/day.table.ts';

type Caller = Pick<RequestContext<never>, 'user' | 'dataScope' | 'log'>;

/** Bills and refunds, as data schemes of the menu may narrow them. Prescriptions at the desk are narrowed by the same fields. */
export const billModel = modelOf(billTable);

function modelOf({ dataModel, name }: { readonly dataModel: DataModel | undefined; readonly name: string }): DataModel {
  if (!dataModel) throw new TypeError(`${name} has no menu`);
  return dataModel;
}

/** With the eyes of somebody for whom another plugin asks. */
export function readerFor({ db, log, pluginId }: ServerContext<ChargingTables>, { userId, orgId, orgIds, scope }: DataRights): ReadContext {
  // The door asks who somebody is and what the schemes let through, no more.
  const user = { userId, orgId, orgIds } as ReadContext['user'];
  return { db, log, pluginId, user, dataScope: () => scope };
}

/**
 * Stands for the number of a bill or refund that the reader may not see. The one rule for all that tells of a bill beside others – list,
 * record, account, sheet, workbook, closing:
 * - What is part of the visible bill is true whoever looks: its state, what was given back of it in all, what of its lines and payments is
 *   left; of a closing its sums.
 * - A hidden refund is an amount and nothing else (`hiddenRefundPrice`, all of them as one sum): no id, number, time, cashier, reason.
 * - A hidden number, of a refund, of the bill that a refund takes back, or at the edge of a closing's series, is this mark; several
 *   are one mark, so that nobody counts them.
 */
export const HIDDEN_NUMBER = '＊＊';

/** For prescriptions at the desk and on monthly accounts. */
export const deskRights = (ctx: Caller) => dataRights(ctx, CHARGING_MENU);

export const seesWholeDesk = (ctx: Caller): boolean => seesAllRows(ctx, billModel);

const FIELDS_OF_DAYS: readonly string[] = Object.keys(dayTotalTable.dataModel?.fields ?? {});

/** Whether days by cashier and payer tell the caller's bills: schemes that speak of amounts or moments need the bills themselves. */
export function daysKnowRights(ctx: Caller): boolean {
  const { scope } = deskRights(ctx);
  return (
    scope.kind === 'organisation' ||
    seesWholeDesk(ctx) ||
    scope.conditions.every((condition) => condition.every(({ groups }) => groups.every(({ field }) => FIELDS_OF_DAYS.includes(field))))
  );
}

/** A facility's month is run and closed over everything in it. @throws AppError `charging.needs-all-rows` */
export function assertSeesWholeDesk(ctx: Caller): void {
  if (!seesWholeDesk(ctx)) throw new AppError('charging.needs-all-rows', { code: EnvelopeCode.Forbidden });
}

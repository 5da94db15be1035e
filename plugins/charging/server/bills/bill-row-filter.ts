import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { dataRights, defineDataModel, type RawBuilder, type RequestContext, seesAllRows, sql, type SqlBool, visibleRows } from '@nephra/plugin-sdk/server';

type Caller = Pick<RequestContext<never>, 'user' | 'dataScope' | 'log'>;

const MENU = 'his.charging';

/** Bills and refunds, as data schemes of the menu may narrow them. Prescriptions at the desk are narrowed by the same fields. */
export const billModel = defineDataModel({
  menu: MENU,
  table: 'charging.bill',
  orgColumn: 'org_id',
  fields: {
    creatorUserId: { column: 'cashier_id', type: 'User' },
    orgId: { column: 'org_id', type: 'Organize' },
    reimWay: { column: 'reim_way', type: 'String' },
    dpDate: { column: 'charged_at', type: 'DateTime' },
    totalPrice: { column: 'total', type: 'Double' },
    // What is at the desk has it: "payStatus equal 0" shows all that waits, and no bill.
    payStatus: { column: null, type: 'Int32' },
  },
});

/** Closings of a cashier's drawer: whose they are is all that a scheme can say of them. */
const shiftModel = defineDataModel({
  menu: MENU,
  table: 'charging.shift',
  orgColumn: 'org_id',
  fields: {
    ...billModel.fields,
    reimWay: { column: null, type: 'String' },
    dpDate: { column: 'closed_at', type: 'DateTime' },
    totalPrice: { column: null, type: 'Double' },
  },
});

/** Bills that the caller may see. */
export const billRowFilter = (ctx: Caller, alias?: string) => visibleRows(ctx, billModel, { alias });

/** Condition "whoever reads may see this bill", under the name that the table has in the query. */
export type BillRowFilter = (alias?: string) => RawBuilder<SqlBool>;

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

/** For work that nobody looks at: a settlement books and takes back whatever bill is its own. */
export const EVERY_BILL: RawBuilder<SqlBool> = sql<SqlBool>`true`;

/** Closings that the caller may see. */
export const shiftRowFilter = (ctx: Caller, alias?: string) => visibleRows(ctx, shiftModel, { alias });

/** For prescriptions at the desk and on monthly accounts. */
export const deskRights = (ctx: Caller) => dataRights(ctx, MENU);

export const seesWholeDesk = (ctx: Caller): boolean => seesAllRows(ctx, billModel);

/** A facility's month is run and closed over everything in it. @throws AppError `charging.needs-all-rows` */
export function assertSeesWholeDesk(ctx: Caller): void {
  if (!seesWholeDesk(ctx)) throw new AppError('charging.needs-all-rows', { code: EnvelopeCode.Forbidden });
}

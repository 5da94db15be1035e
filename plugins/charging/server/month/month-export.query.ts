import { EnvelopeCode, AppError } from '@nephra/plugin-sdk/contract';
import { pick, type RawReply, type RequestContext, xlsxReply } from '@nephra/plugin-sdk/server';
import { monthSpan } from '../../domain/month/month.ts';
import { filteredPatients, type MonthFilter, type MonthPatient } from './month-patients.query.ts';
import type { ChargingTables } from '../charging-tables.ts';

type Ctx = RequestContext<ChargingTables>;

async function* rowsOf(ctx: Ctx, people: readonly MonthPatient[]) {
  for (const { patient, state, ...sums } of people) {
    yield {
      outpatientCode: patient.outpatientCode,
      patientName: patient.patientName,
      reimWay: patient.reimWay,
      state: ctx.text(`month.state.${state}`),
      ...pick(sums, 'count', 'total', 'account', 'waiting', 'pending', 'charged', 'refunds'),
    };
  }
}

/** GET monthpatientlist/Actions/Export: what the list shows, every page of it. */
export async function exportMonthPatients(ctx: Ctx, filter: MonthFilter): Promise<RawReply> {
  monthSpan(filter.month);
  const { found } = await filteredPatients(ctx, filter);
  if (found.length === 0) throw new AppError('charging.month-list-empty', { code: EnvelopeCode.NotFound, params: { month: filter.month } });
  const title = `${ctx.text('workbook.month.sheet')} ${filter.month}`;
  return xlsxReply({
    fileName: title,
    sheetName: title,
    columns: [
      { key: 'outpatientCode', title: ctx.text('workbook.month.outpatientCode'), kind: 'text' },
      { key: 'patientName', title: ctx.text('workbook.month.patientName'), kind: 'text' },
      { key: 'reimWay', title: ctx.text('workbook.month.reimWay'), kind: 'text' },
      { key: 'state', title: ctx.text('workbook.month.state'), kind: 'text' },
      { key: 'count', title: ctx.text('workbook.month.count'), kind: 'integer' },
      { key: 'total', title: ctx.text('workbook.month.total'), kind: 'money' },
      { key: 'account', title: ctx.text('workbook.month.account'), kind: 'money' },
      { key: 'waiting', title: ctx.text('workbook.month.waiting'), kind: 'money' },
      { key: 'pending', title: ctx.text('workbook.month.pending'), kind: 'money' },
      { key: 'charged', title: ctx.text('workbook.month.charged'), kind: 'money' },
      { key: 'refunds', title: ctx.text('workbook.month.refunds'), kind: 'money' },
    ],
    rows: rowsOf(ctx, found),
  });
}

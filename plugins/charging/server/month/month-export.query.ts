import { EnvelopeCode, AppError, type Language } from '@nephra/plugin-sdk/contract';
import { type RawReply, type RequestContext, xlsxReply } from '@nephra/plugin-sdk/server';
import type { MonthState } from '../../contract/index.ts';
import { monthSpan } from '../../domain/month/month.ts';
import { filteredPatients, type MonthFilter, type MonthPatient } from './month-patients.query.ts';
import type { ChargingTables } from '../charging-tables.ts';

interface Words {
  readonly sheet: string;
  readonly columns: readonly [string, string, string, string, string, string, string, string, string, string, string];
  readonly states: Readonly<Record<MonthState, string>>;
}

/** Words of the workbook; a file is read long after the screen is gone, so it carries them itself. */
const WORDS: Readonly<Record<Language, Words>> = {
  zh: {
    sheet: '月结',
    columns: ['门诊号', '姓名', '医保类型', '状态', '处方数', '合计', '记账', '待记账', '结算中', '已结', '已退'],
    states: { pending: '结算中', blocked: '有待处理', waiting: '待记账', ready: '可月结', settled: '已结清' },
  },
  zhtw: {
    sheet: '月結',
    columns: ['門診號', '姓名', '醫保類型', '狀態', '處方數', '合計', '記帳', '待記帳', '結算中', '已結', '已退'],
    states: { pending: '結算中', blocked: '有待處理', waiting: '待記帳', ready: '可月結', settled: '已月結' },
  },
  en: {
    sheet: 'Month',
    columns: [
      'Outpatient no.',
      'Name',
      'Insurance kind',
      'State',
      'Prescriptions',
      'Total',
      'On account',
      'At the desk',
      'With the insurer',
      'Settled',
      'Refunded',
    ],
    states: { pending: 'With the insurer', blocked: 'Needs attention', waiting: 'Not on account', ready: 'Ready', settled: 'Settled' },
  },
};

async function* rowsOf(people: readonly MonthPatient[], words: Words) {
  for (const { patient, state, ...sums } of people) {
    yield {
      outpatientCode: patient.outpatientCode,
      patientName: patient.patientName,
      reimWay: patient.reimWay,
      state: words.states[state],
      count: sums.count,
      total: sums.total,
      account: sums.account,
      waiting: sums.waiting,
      pending: sums.pending,
      charged: sums.charged,
      refunds: sums.refunds,
    };
  }
}

/** GET monthpatientlist/Actions/Export: what the list shows, every page of it. */
export async function exportMonthPatients(ctx: RequestContext<ChargingTables>, filter: MonthFilter): Promise<RawReply> {
  monthSpan(filter.month);
  const { found } = await filteredPatients(ctx, filter);
  if (found.length === 0) throw new AppError('charging.month-list-empty', { code: EnvelopeCode.NotFound, params: { month: filter.month } });
  const words = WORDS[ctx.language];
  const [code, name, payer, state, count, total, account, waiting, pending, charged, refunds] = words.columns;
  return xlsxReply({
    fileName: `${words.sheet} ${filter.month}`,
    sheetName: `${words.sheet} ${filter.month}`,
    columns: [
      { key: 'outpatientCode', title: code, kind: 'text' },
      { key: 'patientName', title: name, kind: 'text' },
      { key: 'reimWay', title: payer, kind: 'text' },
      { key: 'state', title: state, kind: 'text' },
      { key: 'count', title: count, kind: 'integer' },
      { key: 'total', title: total, kind: 'money' },
      { key: 'account', title: account, kind: 'money' },
      { key: 'waiting', title: waiting, kind: 'money' },
      { key: 'pending', title: pending, kind: 'money' },
      { key: 'charged', title: charged, kind: 'money' },
      { key: 'refunds', title: refunds, kind: 'money' },
    ],
    rows: rowsOf(found, words),
  });
}

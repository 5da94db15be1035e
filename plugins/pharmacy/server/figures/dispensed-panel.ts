import { AppError, daysOfPeriod, EnvelopeCode, moneyToWire, periodBefore, ZERO } from '@nephra/plugin-sdk/contract';
import { type FigurePanelContent, type FigurePeriod, type FigureQuestion, type FigureRows, figurePanel, type RequestContext } from '@nephra/plugin-sdk/server';
import type { PharmacyTables } from '../pharmacy-tables.ts';
import { articleRows, dispensedByDay, movedTotal } from './dispensed.query.ts';
import { KIND_WORDS, KINDS } from './goods-kinds.ts';

type Ctx = RequestContext<PharmacyTables>;

async function read(ctx: Ctx, period: FigurePeriod): Promise<FigurePanelContent> {
  const before = periodBefore(period);
  const [out, outBefore] = [await movedTotal(ctx, period, 'dispense'), await movedTotal(ctx, before, 'dispense')];
  const [back, backBefore] = [await movedTotal(ctx, period, 'return'), await movedTotal(ctx, before, 'return')];
  const values = new Map((await dispensedByDay(ctx, period)).map(({ day, kind, value }) => [`${day} ${kind}`, value]));
  const days = daysOfPeriod(period);
  return {
    totals: [
      {
        key: 'dispensed',
        label: { zh: '发出金额（进价）', zhtw: '發出金額（進價）', en: 'Handed out, at cost' },
        unit: 'yuan',
        value: moneyToWire(out),
        before: moneyToWire(outBefore),
        rule: {
          zh: '按发药日的库存流水：发出数量 × 该批次进价，逐笔四舍五入到分；未减去退回的，不含报损、盘点和领用。',
          zhtw: '依發藥日的庫存流水：發出數量 × 該批號進價，逐筆四捨五入到分；未減去退回的，不含報損、盤點和領用。',
          en: 'From the stock ledger, by the day of handing out: quantity times what the lot cost, each row to the nearest fen. What came back is not taken off; losses, counts and what wards took are not in it.',
        },
        opens: true,
      },
      {
        key: 'returned',
        label: { zh: '退回金额（进价）', zhtw: '退回金額（進價）', en: 'Taken back, at cost' },
        unit: 'yuan',
        value: moneyToWire(back),
        before: moneyToWire(backBefore),
        rule: {
          zh: '按退药日的库存流水，算法同发出金额。',
          zhtw: '依退藥日的庫存流水，算法同發出金額。',
          en: 'From the stock ledger, by the day of the return; reckoned like what was handed out.',
        },
        opens: true,
      },
    ],
    days: {
      key: 'days',
      title: { zh: '每日发出金额（进价）', zhtw: '每日發出金額（進價）', en: 'Handed out a day, at cost' },
      unit: 'yuan',
      series: KINDS.map((kind) => ({ key: kind, label: KIND_WORDS[kind], values: days.map((day) => moneyToWire(values.get(`${day} ${kind}`) ?? ZERO)) })),
      stacked: true,
      opens: true,
    },
  };
}

async function rows(ctx: Ctx, question: FigureQuestion): Promise<FigureRows> {
  const { figure, part, day, startDate, endDate } = question;
  const goods = figure === 'returned' ? 'return' : figure === 'dispensed' || figure === 'days' ? 'dispense' : undefined;
  const kind = KINDS.find((one) => one === part);
  const misnamed = part !== undefined && (figure !== 'days' || kind === undefined);
  if (goods === undefined || misnamed || (day !== undefined && (day < startDate || day > endDate))) {
    throw new AppError('pharmacy.figure-unknown', { code: EnvelopeCode.NotFound });
  }
  return await articleRows(ctx, day === undefined ? { startDate, endDate } : { startDate: day, endDate: day }, goods, kind, question);
}

/** For the manager: goods that left for patients in a period, and what they cost. */
export const dispensedFigures = figurePanel<PharmacyTables>({
  id: 'dispensed',
  title: { zh: '药房发药', zhtw: '藥局發藥', en: 'Handed out by the pharmacy' },
  permission: 'pharmacy.figures',
  read,
  rows,
});

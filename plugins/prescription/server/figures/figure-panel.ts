import { averageMoney, daysOfPeriod, type Money, moneyToWire, periodBefore } from '@nephra/plugin-sdk/contract';
import { type FigurePanelContent, type FigurePeriod, type FigureTotal, figurePanel, type RequestContext, wordOf } from '@nephra/plugin-sdk/server';
import { DEFAULT_DP_TYPE } from '../../contract/index.ts';
import type { PrescriptionDb } from '../tables.ts';
import { figureRows } from './figure-rows.query.ts';
import { type WrittenTotals, writtenByDay, writtenByDoctor, writtenTotals } from './written.query.ts';

const COUNTED = {
  zh: '按处方日期统计，含未确认的处方，不含作废的处方。',
  zhtw: '依處方日期統計，含未確認的處方，不含作廢的處方。',
  en: 'By the day of the prescription; drafts count, void ones do not.',
};
const WORTH = {
  zh: '处方金额合计，按处方日期统计，含未收费的处方；退回后重新收费的，只计留下的部分。这不是收入。',
  zhtw: '處方金額合計，依處方日期統計，含未收費的處方；退回後重新收費的，只計留下的部分。這不是收入。',
  en: 'Sum of what was prescribed, by the day of the prescription, paid or not; of those charged anew only what is left. This is not income.',
};

const wire = (amount: Money | undefined): number => (amount === undefined ? 0 : moneyToWire(amount));

function totalsOf(now: WrittenTotals, before: WrittenTotals): FigureTotal[] {
  const average = (one: WrittenTotals) => averageMoney(one.amount, one.prescriptions);
  const averageBefore = average(before);
  return [
    {
      key: 'prescriptions',
      label: { zh: '开立处方', zhtw: '開立處方', en: 'Prescriptions written' },
      unit: 'count',
      value: now.prescriptions,
      before: before.prescriptions,
      rule: COUNTED,
      opens: true,
    },
    {
      key: 'patients',
      label: { zh: '就诊患者', zhtw: '就診病患', en: 'Patients treated' },
      unit: 'count',
      value: now.patients,
      before: before.patients,
      rule: {
        zh: '有处方的患者档案数，一份档案计一次；合并前写在旧档案下的处方，按旧档案另计。',
        zhtw: '有處方的病患檔案數，一份檔案計一次；合併前寫在舊檔案下的處方，依舊檔案另計。',
        en: 'Files with a prescription, each counted once; what was written in a file before it was merged counts for that file.',
      },
      opens: true,
    },
    {
      key: 'amount',
      label: { zh: '处方金额', zhtw: '處方金額', en: 'Worth of the prescriptions' },
      unit: 'yuan',
      value: moneyToWire(now.amount),
      before: moneyToWire(before.amount),
      rule: WORTH,
      opens: true,
    },
    {
      key: 'average',
      label: { zh: '张均金额', zhtw: '每張平均金額', en: 'Average per prescription' },
      unit: 'yuan',
      value: wire(average(now)),
      // Of no prescriptions there is no average to compare with.
      ...(averageBefore === undefined ? {} : { before: moneyToWire(averageBefore) }),
      rule: {
        zh: '处方金额除以处方张数，四舍五入到分。',
        zhtw: '處方金額除以處方張數，四捨五入到分。',
        en: 'Worth of the prescriptions divided by their number, to the nearest fen.',
      },
      opens: true,
    },
  ];
}

async function read(ctx: RequestContext<PrescriptionDb>, period: FigurePeriod): Promise<FigurePanelContent> {
  const now = await writtenTotals(ctx, period);
  const before = await writtenTotals(ctx, periodBefore(period));
  const byDay = await writtenByDay(ctx, period);
  const doctors = await writtenByDoctor(ctx, period);
  const days = daysOfPeriod(period);
  const counts = new Map(byDay.map(({ day, dpType, count }) => [`${day} ${dpType}`, count]));
  const kinds = [...new Set([DEFAULT_DP_TYPE, ...byDay.map(({ dpType }) => dpType)])].map((dpType) => {
    const values = days.map((day) => counts.get(`${day} ${dpType}`) ?? 0);
    return { key: String(dpType), label: wordOf(ctx, `dpType.${dpType}`, String(dpType)), values, value: values.reduce((sum, one) => sum + one, 0) };
  });
  kinds.sort((one, other) => other.value - one.value || Number(one.key) - Number(other.key));
  return {
    totals: totalsOf(now, before),
    days: {
      key: 'days',
      title: { zh: '每日处方，按类别', zhtw: '每日處方，依類別', en: 'Prescriptions a day, by kind' },
      unit: 'count',
      series: kinds.map(({ key, label, values }) => ({ key, label, values })),
      stacked: true,
      opens: true,
    },
    parts: [
      {
        key: 'kind',
        title: { zh: '处方类别', zhtw: '處方類別', en: 'By kind' },
        unit: 'count',
        list: kinds.filter(({ value }) => value > 0).map(({ key, label, value }) => ({ key, label, value })),
        opens: true,
      },
      {
        key: 'doctor',
        title: { zh: '开立医生', zhtw: '開立醫師', en: 'By doctor' },
        unit: 'count',
        list: doctors.map(({ workerId, workerName, count }) => ({ key: workerId, label: workerName, value: count })),
        opens: true,
      },
    ],
  };
}

/** For the manager: what was prescribed in a period, for whom, by whom. */
export const prescriptionFigures = figurePanel<PrescriptionDb>({
  id: 'prescriptions',
  title: { zh: '处方', zhtw: '處方', en: 'Prescriptions' },
  permission: 'prescription.figures',
  read,
  rows: figureRows,
});

import { daysOfPeriod } from '@nephra/plugin-sdk/contract';
import { type FigurePanelContent, figurePanel } from '@nephra/plugin-sdk/server';
import type { PatientDb } from '../tables.ts';
import { countFiles, dialysisByMark, filesByKind, filesByPayer, openedByDay } from './figure-files.query.ts';
import { patientFigureRows } from './figure-rows.ts';
import { INFECTION_WORDS, KIND_WORDS, PATIENT_FIGURE_WORDS as words, payerLabel } from './figure-words.ts';

/** For the manager: how many patients there are, who came in the period, and what kind they are of. */
export const patientFigurePanel = figurePanel<PatientDb>({
  id: 'patients',
  title: words.title,
  permission: 'patient.figures',
  rows: patientFigureRows,
  async read(ctx, period): Promise<FigurePanelContent> {
    const counts = await countFiles(ctx, period);
    const opened = await openedByDay(ctx, period);
    const kinds = await filesByKind(ctx);
    const payers = await filesByPayer(ctx);
    const marks = await dialysisByMark(ctx);
    return {
      totals: [
        { key: 'files', label: words.files, unit: 'count', value: counts.files, rule: words.filesRule, opens: true },
        { key: 'dialysis', label: words.dialysis, unit: 'count', value: counts.dialysis, rule: words.dialysisRule, opens: true },
        { key: 'opened', label: words.opened, unit: 'count', value: counts.opened, before: counts.openedBefore, rule: words.openedRule, opens: true },
      ],
      days: {
        key: 'days',
        title: words.days,
        unit: 'count',
        series: [{ key: 'opened', label: words.opened, values: daysOfPeriod(period).map((day) => opened.get(day) ?? 0) }],
        stacked: true,
        opens: true,
      },
      parts: [
        {
          key: 'kind',
          title: words.kinds,
          unit: 'count',
          opens: true,
          list: (['dialysis', 'non-dialysis'] as const).map((kind) => ({ key: kind, label: KIND_WORDS[kind], value: kinds.get(kind) ?? 0 })),
        },
        {
          key: 'payer',
          title: words.payers,
          unit: 'count',
          opens: true,
          list: payers.map(({ reimWay, count }) => ({ key: reimWay, label: payerLabel(reimWay), value: count })),
        },
        {
          key: 'infection',
          title: words.infections,
          unit: 'count',
          opens: true,
          list: Object.entries(INFECTION_WORDS).flatMap(([mark, label]) => {
            const value = marks.get(mark) ?? 0;
            return value > 0 ? [{ key: mark, label, value }] : [];
          }),
        },
      ],
    };
  },
});

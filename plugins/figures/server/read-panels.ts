import { daysOfPeriod, type FigurePeriod, type Language, type TextByLanguage } from '@nephra/plugin-sdk/contract';
import { answerWithin, type Extension, type FigurePanel, type FigurePanelContent, type HomeReader, type Log, TookTooLong } from '@nephra/plugin-sdk/server';
import type { FigurePanelView } from '../contract/index.ts';
import { panelIdOf } from './figure-reader.ts';

/** A panel that takes longer is left out this time, so that one plugin cannot keep the page waiting. */
export const PANEL_LIMIT_MS = 10_000;

interface PanelsInput {
  readonly panels: readonly Extension<FigurePanel>[];
  readonly reader: HomeReader;
  readonly language: Language;
  readonly period: FigurePeriod;
  readonly log: Log;
  readonly limitMs?: number;
}

const wordsIn =
  (language: Language) =>
  (text: TextByLanguage | string): string =>
    typeof text === 'string' ? text : text[language];

/** A number that can be drawn. @throws RangeError what is none would be drawn as a wrong one */
function finite(value: number): number {
  if (!Number.isFinite(value)) throw new RangeError(`not a number to show: ${value}`);
  return value;
}

function viewOf(content: FigurePanelContent, days: readonly string[], language: Language): Pick<FigurePanelView, 'now' | 'totals' | 'days' | 'parts'> {
  const words = wordsIn(language);
  const daily = content.days;
  if (daily?.series.some(({ values }) => values.length !== days.length)) throw new RangeError(`a series has not one value for each of ${days.length} days`);
  return {
    now: content.now ?? false,
    totals: content.totals.map(({ key, label, unit, value, before, rule, opens }) => ({
      key,
      label: words(label),
      unit,
      value: finite(value),
      before: before === undefined ? null : finite(before),
      rule: rule ? words(rule) : '',
      opens,
    })),
    days: daily
      ? {
          key: daily.key,
          title: words(daily.title),
          unit: daily.unit,
          stacked: daily.stacked,
          opens: daily.opens,
          days: [...days],
          series: daily.series.map(({ key, label, values }) => ({ key, label: words(label), values: values.map(finite) })),
        }
      : null,
    parts: (content.parts ?? []).map(({ key, title, unit, opens, list }) => ({
      key,
      title: words(title),
      unit,
      opens,
      list: list.map((part) => ({ key: part.key, label: words(part.label), value: finite(part.value) })),
    })),
  };
}

/** Panels with what they hold, each on its own: one that fails or is late says so and stops no other. */
export async function readPanels({ panels, reader, language, period, log, limitMs = PANEL_LIMIT_MS }: PanelsInput): Promise<FigurePanelView[]> {
  const days = daysOfPeriod(period);
  return await Promise.all(
    panels.map(async (panel): Promise<FigurePanelView> => {
      const { pluginId, value } = panel;
      const empty = { id: panelIdOf(panel), title: value.title[language], now: false, totals: [], days: null, parts: [] };
      try {
        // Within the promise: what a panel throws at once is its own failure, too.
        const content = await answerWithin(
          Promise.resolve().then(() => value.read(reader, period)),
          limitMs,
        );
        return { ...empty, state: 'ready', ...viewOf(content, days, language) };
      } catch (error) {
        log.warn({ err: error, plugin: pluginId, panel: value.id }, 'a panel of figures could not be read');
        return { ...empty, state: error instanceof TookTooLong ? 'late' : 'failed' };
      }
    }),
  );
}

import { type FigurePeriod, formatInstant, periodBefore, quantityFromWire, type Quantity } from '@nephra/plugin-sdk/contract';
import { bookSheet, type BookSheet, organizationNames, type RawReply, xlsxBook } from '@nephra/plugin-sdk/server';
import type { FigurePanelView, FigureUnitName } from '../contract/index.ts';
import { sumOfValues } from '../domain/figure-text.ts';
import type zh from '../locales/zh.json';
import { type FiguresCtx, panelsFor, periodAsked, readerOf } from './figure-reader.ts';
import { readPanels } from './read-panels.ts';

/** A line of a panel's sheet. Values are numbers in the unit that stands beside them. */
interface FigureLine {
  readonly section: string;
  readonly item: string;
  readonly day: string;
  readonly unit: string;
  readonly value: Quantity;
  readonly before: Quantity | null;
  readonly change: Quantity | null;
  readonly rule: string;
}

type Texts = Pick<FiguresCtx, 'text'>;
type Word = Exclude<keyof (typeof zh)['workbook'], 'unitOf'>;
const wordsIn =
  (ctx: Texts) =>
  (key: Word): string =>
    ctx.text(`workbook.${key}`);
const spanText = ({ startDate, endDate }: FigurePeriod): string => (startDate === endDate ? startDate : `${startDate} – ${endDate}`);

/** Everything that a panel shows, one number a line. */
export function linesOfPanel(ctx: Texts, panel: FigurePanelView): FigureLine[] {
  const words = wordsIn(ctx);
  const line = (unit: FigureUnitName, value: number, rest: Partial<FigureLine>): FigureLine => ({
    section: '',
    item: '',
    day: '',
    before: null,
    change: null,
    rule: '',
    ...rest,
    unit: ctx.text(`workbook.unitOf.${unit}`),
    value: quantityFromWire(value),
  });
  const section = words(panel.now ? 'current' : 'total');
  const totals = panel.totals.map(({ label, unit, value, before, rule }) =>
    line(unit, value, {
      section,
      item: label,
      rule,
      ...(before === null ? {} : { before: quantityFromWire(before), change: quantityFromWire(sumOfValues(unit, [value, -before])) }),
    }),
  );
  const parts = panel.parts.flatMap(({ title, unit, list }) => list.map(({ label, value }) => line(unit, value, { section: title, item: label })));
  const { days } = panel;
  const daily = days
    ? days.days.flatMap((day, at) => days.series.map(({ label, values }) => line(days.unit, values[at] ?? 0, { section: days.title, item: label, day })))
    : [];
  return [...totals, ...parts, ...daily];
}

/** Titles that no other sheet of the book has: two sites may call a panel the same. */
function sheetNames(titles: readonly string[], taken: string): string[] {
  const used = new Set([taken.toLowerCase()]);
  return titles.map((title) => {
    // A sheet's name has 31 characters at most.
    const base = title.slice(0, 26);
    let name = base;
    for (let number = 2; used.has(name.toLowerCase()); number += 1) name = `${base} (${number})`;
    used.add(name.toLowerCase());
    return name;
  });
}

function sheetOf(ctx: Texts, panel: FigurePanelView, name: string): BookSheet {
  const words = wordsIn(ctx);
  return bookSheet<FigureLine>({
    name,
    columns: [
      { key: 'section', title: words('section'), kind: 'text', width: 26 },
      { key: 'item', title: words('item'), kind: 'text', width: 24 },
      { key: 'day', title: words('day'), kind: 'date', width: 12 },
      { key: 'unit', title: words('unit'), kind: 'text', width: 8 },
      { key: 'value', title: words('value'), kind: 'quantity', width: 16 },
      { key: 'before', title: words('valueBefore'), kind: 'quantity', width: 16 },
      { key: 'change', title: words('change'), kind: 'quantity', width: 16 },
      { key: 'rule', title: words('rule'), kind: 'text', width: 60 },
    ],
    rows: linesOfPanel(ctx, panel),
  });
}

/** GET Export: what the page shows, in a workbook; the first sheet says of which days and by whom. */
export async function exportPage(ctx: FiguresCtx, query: FigurePeriod): Promise<RawReply> {
  const { language, user } = ctx;
  const period = periodAsked(query, ctx.clock.today());
  const words = wordsIn(ctx);
  const names = await ctx.service(organizationNames).of(user.orgIds);
  const panels = await readPanels({ panels: panelsFor(ctx), reader: readerOf(ctx), language, period, log: ctx.log });
  const shown = panels.filter(({ state }) => state === 'ready');
  const sheets = sheetNames(
    shown.map(({ title }) => title),
    words('about'),
  );
  const about = bookSheet({
    name: words('about'),
    columns: [
      { key: 'item', title: words('item'), kind: 'text', width: 20 },
      { key: 'content', title: words('content'), kind: 'text', width: 60 },
    ],
    rows: [
      { item: words('period'), content: spanText(period) },
      { item: words('before'), content: spanText(periodBefore(period)) },
      { item: words('facility'), content: user.orgIds.map((id) => names.get(id) ?? id).join(language === 'en' ? ', ' : '、') },
      { item: words('exportedBy'), content: user.userName },
      { item: words('exportedAt'), content: formatInstant(ctx.clock.now().getTime()) },
      ...panels.map(({ title, state }) => ({ item: `${words('panel')}${language === 'en' ? ': ' : '：'}${title}`, content: words(state) })),
    ],
  });
  const fileName = `${words('page')} ${spanText(period)}`;
  return await xlsxBook(fileName, [about, ...shown.map((panel, at) => sheetOf(ctx, panel, sheets[at] ?? panel.title))]);
}

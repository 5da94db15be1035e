import { useMemo } from 'react';
import type { Column, RowAction } from './column.ts';
import type { KitText } from '../kit-text.ts';

/** Names of the columns that the table adds by itself. */
export const SELECTION_COLUMN = '$selection';
export const INDEX_COLUMN = '$index';
export const ACTIONS_COLUMN = '$actions';

interface TableColumnsInput<Row> {
  readonly columns: readonly Column<Row>[];
  readonly index?: boolean;
  readonly selection: 'none' | 'single' | 'multiple';
  readonly actions: readonly RowAction<Row>[];
  readonly inline: number;
  readonly text: KitText;
}

/** A Chinese character takes about 14 px, any other about 8. */
export const pixelsOf = (text: string): number => [...text].reduce((width, sign) => width + (sign > '\u2e7f' ? 14 : 8), 0);

/**
 * The widest that may stand in one row. Rows hide acts: where `inline` + 1 are left they all stand there, whichever they are, and where more are left the
 * first of them beside the menu.
 */
function widestTexts<Row>(actions: readonly RowAction<Row>[], inline: number, more: string): readonly string[] {
  const texts = (of: readonly RowAction<Row>[]): readonly string[] => of.map(({ text }) => text);
  if (actions.length <= inline + 1) return texts(actions);
  const always = actions.filter(({ visible }) => !visible);
  const widest = texts(actions.filter(({ visible }) => visible)).toSorted((one, other) => pixelsOf(other) - pixelsOf(one));
  if (widest.length === 0) return [...texts(actions.slice(0, inline)), more];
  const beside = [...[...texts(always), ...widest].toSorted((one, other) => pixelsOf(other) - pixelsOf(one)).slice(0, inline), more];
  const whole = always.length <= inline + 1 ? [...texts(always), ...widest.slice(0, inline + 1 - always.length)] : [];
  return widthOf(whole) > widthOf(beside) ? whole : beside;
}

const GAP = 12;
const widthOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + pixelsOf(text) + GAP, 0);

/** Wide enough for the inline texts and for the heading, which is bold. */
export function actionsWidth<Row>(actions: readonly RowAction<Row>[], inline: number, { heading, more }: { heading: string; more: string }): number {
  return Math.max(72, widthOf(widestTexts(actions, inline, more)) + 24, Math.ceil(pixelsOf(heading) * 1.1) + 26);
}

/** The acts of a row may take at most this share of the table before they go into one menu. */
const ACTIONS_SHARE = 1 / 3;

/**
 * How many acts stand in the row itself, the others in its menu.
 * @param wanted as the page asks for it
 * @param available width of the table's frame in pixels; 0 = not known yet
 */
export function inlineFor<Row>(actions: readonly RowAction<Row>[], wanted: number, available: number, texts: { heading: string; more: string }): number {
  return available > 0 && actionsWidth(actions, wanted, texts) > available * ACTIONS_SHARE ? 0 : wanted;
}

/** The page's columns with selection, index and action columns around them. */
export function useTableColumns<Row>({ columns, index, selection, actions, inline, text }: TableColumnsInput<Row>): readonly Column<Row>[] {
  return useMemo(() => {
    const before: Column<Row>[] = [];
    const anyFixed = columns.some((column) => column.fixed === 'left');
    const fixed = anyFixed ? ('left' as const) : undefined;
    if (selection !== 'none') before.push({ prop: SELECTION_COLUMN, label: '', width: 44, align: 'center', fixed });
    if (index) before.push({ prop: INDEX_COLUMN, label: text('index'), width: 60, align: 'center', fixed });
    const heading = text('actions');
    const width = actionsWidth(actions, inline, { heading, more: text('more') });
    const after: Column<Row>[] = actions.length === 0 ? [] : [{ prop: ACTIONS_COLUMN, label: heading, width, fixed: 'right' }];
    return [...before, ...columns, ...after];
  }, [columns, index, selection, actions, inline, text]);
}

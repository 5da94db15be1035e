import { type Language, moneyFromWire, withThousands } from '@nephra/plugin-sdk/contract';
import type { AnyRecord, BesideColumn, ListTotals, RecordField } from '@nephra/plugin-sdk/record';
import type { ReactNode } from 'react';
import { AmountText } from '../pay/amount-text.tsx';
import type { Column } from '../columns/column.ts';
import { DateText } from '../date/date-text.tsx';
import { pixelsOf } from '../columns/table-columns.ts';
import type { AnyPageCode, AnyRow } from './record-code.ts';
import { recordText } from './record-texts.ts';
import { levelOf } from './relation/tree-level.ts';
import { viewOf } from './record-views.tsx';

type RowColumn = Column<AnyRow>;
type Looks = Pick<RowColumn, 'width' | 'minWidth' | 'align'> & { readonly show?: (value: unknown) => ReactNode };

const time: Looks = { width: 150, show: (value) => <DateText value={value as number | null} /> };
/** Cells of members that are shown beside the fields, by kind. */
const SHOWN: Readonly<Record<string, Looks>> = {
  int: { width: 72, align: 'right' },
  money: { width: 116, align: 'right', show: (value) => <AmountText amount={typeof value === 'number' ? moneyFromWire(value) : null} /> },
  instant: time,
};
const FRAME = ['creatorTime', 'lastModifyTime'] as const;
const isFrame = (name: string): name is (typeof FRAME)[number] => (FRAME as readonly string[]).includes(name);

/** Space around a heading, and the mark of a column that can be sorted. */
const HEAD_SPACE = 28;
const SORT_SPACE = 18;

/** Columns of the list as the record says it; `code` may change how one looks. @param totals what the list said last of the sums below them @param withheld fields that the person may not see */
export function columnsOf(
  record: AnyRecord,
  language: Language,
  code: AnyPageCode,
  totals: () => ListTotals | undefined,
  withheld: ReadonlySet<string> = new Set(),
): readonly RowColumn[] {
  const sideways = record.left === undefined;
  return record.columns
    .filter(({ name }) => !withheld.has(name))
    .map(({ name, hidden }, index): RowColumn => {
      const field = record.fields.find((each) => each.name === name);
      const { label, ...looks } = field ? ofField(field, language) : ofMember(record, name, language);
      const own = code.columns?.[name];
      const sortable = record.sort.includes(name);
      const looked = { prop: name, label, ...looks, ...own };
      const column = { ...(index === 0 && record.tree ? indented(looked) : looked), sortable, hiddenAtFirst: hidden };
      return {
        ...column,
        ...(record.totals.includes(name) && { summary: () => withThousands(totals()?.[name] ?? '') }),
        ...(column.width !== undefined && { width: Math.max(column.width, headWidth(label, sortable), field ? tagWidth(field, language) : 0) }),
        // The first column says which row it is: it stays, and stays visible where there is room beside it.
        ...(index === 0 && { always: true, ...(sideways && { fixed: 'left' as const }) }),
      };
    });
}

/** Pixels of a level. */
const INDENT = 20;
/** The first column of a tree: each row stands in as far as it is below the top. */
function indented(column: RowColumn): RowColumn {
  const draw = (row: AnyRow, at: number): ReactNode => column.render?.(row, at) ?? String(row[column.prop] ?? '');
  return {
    ...column,
    render: (row, at) => <span style={{ paddingInlineStart: (levelOf(row) - 1) * INDENT }}>{draw(row, at)}</span>,
    text: column.text ?? ((row) => String(row[column.prop] ?? '')),
  };
}

const headWidth = (label: string, sortable: boolean): number => Math.ceil(pixelsOf(label) * 1.1) + HEAD_SPACE + (sortable ? SORT_SPACE : 0);

/** Space around the word of a flag: of the cell, of its tag, and the dot in it. Its letters are smaller than those of a heading. */
const TAG_SPACE = 56;
const TAG_LETTERS = 0.9;

/** What the longer word of a flag needs; nothing for other kinds. */
function tagWidth(field: RecordField, language: Language): number {
  const { text } = viewOf(field);
  if (field.kind !== 'flag' || !text) return 0;
  return Math.ceil(Math.max(...[0, 1].map((value) => pixelsOf(text(value, field, language)))) * TAG_LETTERS) + TAG_SPACE;
}

type Part = Omit<RowColumn, 'prop'>;

function ofField(field: RecordField, language: Language): Part {
  const { cell, show, text, ofRow } = viewOf(field);
  return {
    label: field.label[language],
    ...(cell as Looks),
    ...(ofRow && { render: (row: AnyRow) => ofRow(row, field, language) || '–', text: (row: AnyRow) => ofRow(row, field, language) }),
    ...(show && { render: (row: AnyRow) => show(row[field.name], field, language) }),
    ...(text && { text: (row: AnyRow) => text(row[field.name], field, language) }),
  };
}

function ofMember({ shown }: AnyRecord, name: string, language: Language): Part {
  if (isFrame(name)) return drawn(time, name, recordText(name, language));
  const member = shown.find((each) => each.name === name);
  return drawn(SHOWN[member?.kind ?? ''] ?? { minWidth: 140 }, name, member?.label?.[language] ?? name);
}

/** Columns of other plugins stand behind those of the record. One that has no values says why. */
export function columnsBeside(columns: readonly BesideColumn[]): readonly RowColumn[] {
  return columns.map(({ name, label, kind, sorted, failed }): RowColumn => {
    const { show, ...looks } = SHOWN[kind] ?? { minWidth: 120 };
    const besideIn = (row: AnyRow): unknown => (row.beside as Readonly<Record<string, unknown>> | undefined)?.[name] ?? null;
    const text = (row: AnyRow): string => failed ?? String(besideIn(row) ?? '');
    const drawn = (value: unknown): ReactNode => (value === null ? '–' : (show?.(value) ?? String(value)));
    return {
      prop: name,
      label,
      ...looks,
      ...(looks.width !== undefined && { width: Math.max(looks.width, headWidth(label, sorted)) }),
      sortable: sorted,
      text,
      render: (row) => (failed === undefined ? drawn(besideIn(row)) : <span title={failed}>–</span>),
    };
  });
}

const drawn = ({ show, ...looks }: Looks, name: string, label: string): Part => ({ label, ...looks, ...(show && { render: (row) => show(row[name]) }) });

import { type AdditionShape, defineExtension, type ExtensionToken, type TextByLanguage } from '../../../contract/index.ts';
import type { BesideKind, BesideValue } from '../../../contract/record/index.ts';
import type { RequestContext, ServerContext } from '../../context.ts';
import { type ExtensionProvider, extend } from '../../define-server-plugin.ts';
import { contextOfReader, type HomeReader } from '../../home-cards.ts';

/** A row of the list as its reader sees it, as it stands on the wire. */
export type BesideRow = Readonly<Record<string, unknown>> & { readonly id: string };

/** A column that a plugin adds to the list of another plugin's record. */
export interface RecordColumn {
  /** Unique in its plugin; letters and digits, at most 20. */
  readonly key: string;
  readonly label: TextByLanguage;
  /** `money` is yuan, `instant` milliseconds. */
  readonly kind: BesideKind;
  /** Right that a reader needs to see it, `his.patient`; `session`: whoever sees the list. */
  readonly need: string;
  /** Lists of at most `MAX_SORTED_BESIDE` rows can be sorted by it. */
  readonly sorted?: true;
  /** Values by id of a row; a row that is left out has none. Asked once for all rows of a page. */
  readonly values: (reader: HomeReader, rows: readonly BesideRow[]) => Promise<ReadonlyMap<string, BesideValue>>;
}

const COLUMN: AdditionShape<RecordColumn> = { key: 'text', label: 'title', kind: 'text', need: 'text', values: 'function' };

/** Columns that plugins add to the list of a record; the record itself stays as it is. */
export const recordColumns = (record: string): ExtensionToken<RecordColumn> => defineExtension<RecordColumn>(`record-columns.${record}@1`, COLUMN);

const KEY = /^[A-Za-z][A-Za-z0-9]{0,19}$/;

/**
 * Adds a column to the list of another plugin's record, to its workbook and to its paper. No browser half is needed: the list answers what stands in it.
 *
 * ```ts
 * extensions: [recordColumn<BedsDb>('permission.group', {
 *   key: 'beds', kind: 'int', need: 'beds.ward', sorted: true, label: { zh: '床位', zhtw: '床位', en: 'Beds' },
 *   values: async (ctx, rows) => await bedsByGroup(ctx, rows.map(({ id }) => id)),
 * })]
 * ```
 *
 * A column that fails or takes longer than three seconds is told beside the list; the list is there without it.
 *
 * @param record name of the record
 * @param column.values gets the plugin's own context as in a call of the person who looks
 */
export function recordColumn<DB>(
  record: string,
  {
    values,
    ...column
  }: Omit<RecordColumn, 'values'> & {
    readonly values: (ctx: RequestContext<DB>, rows: readonly BesideRow[]) => Promise<ReadonlyMap<string, BesideValue>>;
  },
): ExtensionProvider<DB> {
  if (!KEY.test(column.key)) throw new TypeError(`column "${column.key}" of ${record}: a key is of letters and digits, at most 20`);
  return extend(recordColumns(record), (ctx: ServerContext<DB>) => ({ ...column, values: (reader, rows) => values(contextOfReader(ctx, reader), rows) }));
}

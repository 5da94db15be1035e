import { inLanguages, type TextByLanguage } from '../menu/menu.ts';
import { blockDocuments, type BlockSpec } from './blocks/form-block.ts';
import { compileRecord } from './compile-record.ts';
import { placeOf } from './place-of.ts';
import type { RecordDocument } from './record-document.ts';
import { RECORD_FORMAT } from './record-limits.ts';
import type { Acts, Fields, RecordOf, RowFrame, ShownMembers } from './record-types.ts';

type Title = readonly [zh: string, zhtw: string, en: string];
type Names<M> = keyof M & string;
/** Members of every row that a list is sorted by. */
type Frame = 'creatorTime' | 'lastModifyTime';
type Column<F, S> = Names<F> | Names<S> | Names<RowFrame>;

export interface RecordSpec<F extends Fields, S extends ShownMembers, A extends Acts, W extends boolean = boolean> {
  readonly title: Title;
  /** enCode of the menu whose page and buttons it stands behind. Default: its name. */
  readonly menu?: string;
  /**
   * Address of the list; one record is below it, `{at}/{id}`. Where the platform answers something else there, `list` and `one` say the rest of theirs; `list` may
   * stand elsewhere, and with `{id}` it is the rows of one node: `/api/permission/Organize/{id}/Department`.
   */
  readonly wire: RecordDocument['wire'];
  /** Name that audit entries carry. Default: the record's. */
  readonly subject?: string;
  /** In the order of form and columns. */
  readonly fields: F;
  /** Members of rows beside the fields; the server half makes them, once per page. */
  readonly shown?: S;
  readonly list: {
    readonly columns: readonly NoInfer<Column<F, S> | `-${Column<F, S>}`>[];
    readonly sort?: readonly NoInfer<Names<F> | Frame>[];
    readonly keyword?: readonly NoInfer<Names<F>>[];
    readonly filter?: readonly NoInfer<Names<F>>[];
    /** Fields of numbers whose sum over all rows that the list finds stands below their columns. */
    readonly totals?: readonly NoInfer<Names<F>>[];
    readonly order?: NoInfer<Names<F> | Frame | `-${Names<F> | Frame}`>;
    readonly left?: { readonly tree: string; readonly narrows: NoInfer<Names<F>> };
    /** One list for all organisations, which `keeps` of `serveRecord` says who may change: answers of the list tell it, the page offers acts accordingly. */
    readonly shared?: true;
    /** All rows of the node that is chosen in the tree at the left, in one answer and without pages; the node stands in the address (`wire.list` with `{id}`). */
    readonly whole?: W;
  };
  /**
   * Rows stand below each other: `{ parent: 'parentId', maxDepth: 8 }`. The parent is a relation to the record itself that may be empty, or a place: a row, or an
   * entry of another tree that the topmost hang on, which code tells apart. The list comes in the
   * order of the tree, each row with its `treeLevel`; narrowed by the parent it is the row with all below it. A row below itself, and one deeper than
   * `maxDepth`, are refused at the parent, also where two move at once; a row with others below it is not deleted.
   */
  readonly tree?: { readonly parent: NoInfer<Names<F>>; readonly maxDepth: number };
  readonly form?: {
    /** Fields of the form, in their order. Default: all of them. */
    readonly fields?: readonly NoInfer<Names<F>>[];
    /** Fixed texts and buttons between them (spec 2.6), by names of their own: `{ hint: { text: ['…', '…', '…'], before: 'fullName' }, turn: { act: 'state' } }`. */
    readonly blocks?: Readonly<Record<string, BlockSpec<NoInfer<Names<F>>>>>;
  };
  readonly acts: A & { readonly import?: { readonly key: NoInfer<Names<F>> } };
  readonly buttons?: Readonly<Record<`btn_${string}`, Title>>;
}

/**
 * Describes a business record once, for both halves: its fields, list, acts, wire and texts. It is data alone and is the document that a designer would make;
 * code stands beside it (`serveRecord`).
 *
 * ```ts
 * export const ward = defineRecord('beds.ward', {
 *   title: ['病区', '病區', 'Ward'],
 *   wire: { at: '/api/beds/Ward' },
 *   fields: { fullName: field.text(50).required().label('名称', '名稱', 'Name'), ...STANDARD_FIELDS },
 *   list: { columns: ['fullName', 'enabledMark', '-sortCode'] },
 *   acts: { create: {}, edit: {}, remove: {}, state: { audit: 'security' } },
 * });
 * export interface WardRow extends RecordRow<typeof ward> {}
 * ```
 *
 * @param name its plugin and what it is called there; the enCode of its menu unless it names another
 * @throws TypeError with a line `REC-…` for each thing that is wrong
 */
export function defineRecord<
  const F extends Fields,
  const A extends Acts,
  const S extends ShownMembers = Record<never, never>,
  const W extends boolean = false,
>(name: string, spec: RecordSpec<F, S, A, W>): RecordOf<F, S, A, W> {
  // The types of fields are the compiler's alone; the compiled record is the same object whatever they are.
  const written = spec as unknown as RecordSpec<Fields, ShownMembers, Acts>;
  const kinds = Object.values(written.fields).flatMap(({ pluginKinds }) => pluginKinds);
  return compileRecord(documentOf(name, written), kinds) as RecordOf<F, S, A, W>;
}

function documentOf(
  name: string,
  { title, menu, wire, subject, fields, shown, list, tree, form, acts, buttons }: RecordSpec<Fields, ShownMembers, Acts>,
): RecordDocument {
  const labelled = Object.entries(fields).map(([key, { document }], index) => {
    const { label } = document;
    if (!label) throw new TypeError(`REC-010 ${name} fields.${key}: a field needs a label in three languages`);
    return [key, { at: placeOf(index), ...document, label }] as const;
  });
  const beside = Object.entries(shown ?? {}).map(([key, { document }], index) => [key, { at: placeOf(index), ...document }] as const);
  return {
    kind: 'record',
    format: RECORD_FORMAT,
    name,
    title: inLanguages(...title),
    ...(menu !== undefined && { menu }),
    wire,
    ...(subject !== undefined && { subject }),
    fields: Object.fromEntries(labelled),
    ...(shown && { shown: Object.fromEntries(beside) }),
    list: {
      columns: [...list.columns],
      ...(list.sort && { sort: [...list.sort] }),
      ...(list.keyword && { keyword: [...list.keyword] }),
      ...(list.filter && { filter: [...list.filter] }),
      ...(list.totals && { totals: [...list.totals] }),
      ...(list.order !== undefined && { order: list.order }),
      ...(list.left && { left: list.left }),
      ...(list.shared && { shared: list.shared }),
      ...(list.whole && { whole: true as const }),
    },
    ...(tree && { tree }),
    ...(form && { form: { ...(form.fields && { fields: [...form.fields] }), ...(form.blocks && { blocks: blockDocuments(form.blocks) }) } }),
    acts,
    ...(buttons && { buttons: Object.fromEntries(Object.entries(buttons).map(([code, texts]): [string, TextByLanguage] => [code, inLanguages(...texts)])) }),
  };
}

import { type AnyRecord, type BesideColumn, type ListTotals, type RecordField, withheldFields } from '@nephra/plugin-sdk/record';
import { type ActCall, ActGroup, type CallOptions, type CallResult, type WebContext } from '@nephra/plugin-sdk/web';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { FormStore, type SaveAct } from '../form/form-store.ts';
import type { FormItem } from '../form-field.ts';
import type { LatePart } from '../late-part.ts';
import { type ListAnswer, ListStore } from '../list/list-store.ts';
import type { ChoiceNode, Picked } from '../pick/choice.ts';
import { TreeStore, type TreeStoreOptions } from '../tree/tree-store.ts';
import { placeTree } from './relation/place-tree.ts';
import type { RecordBranches } from './branches/record-branches.ts';
import type { AnyPageCode, AnyRow, RecordLeftTree, RecordPagePort } from './record-code.ts';
import { LineComplaints } from './lines/line-complaints.ts';
import { copiedLines } from './lines/line-values.ts';
import { conditionedCells, conditionedItem, FormConditions } from './record-conditions.tsx';
import { recordText } from './record-texts.ts';
import { type Around, itemOf, type RecordValues, toForm, toWire, viewOf } from './record-views.tsx';
import { askedOf } from './search/search-views.tsx';

/** What puts texts and buttons between the fields of a form. */
export interface BlocksPart {
  withBlocks(store: RecordStore, code: AnyPageCode, items: readonly FormItem<RecordValues>[]): readonly FormItem<RecordValues>[];
}

type Wire = Readonly<Record<string, unknown>>;
type Saved = CallResult<{ readonly id: string }>;

interface RecordAnswer extends ListAnswer<AnyRow> {
  readonly data: ListAnswer<AnyRow>['data'] & { readonly totals?: ListTotals; readonly columns?: readonly BesideColumn[]; readonly keeps?: boolean };
}

/** The calls of a record, by name; those of acts that it has not are missing. */
export interface RecordCalls {
  /** With `params` of a list that comes whole, and without pages then. */
  list(input: { readonly params?: { readonly id: string }; readonly query: Wire }, options: CallOptions): Promise<RecordAnswer>;
  one(input: { readonly params: { readonly id: string } }): Promise<CallResult<AnyRow>>;
  create(input: { readonly body: Wire }, options: CallOptions): Promise<Saved>;
  edit(input: { readonly params: { readonly id: string }; readonly body: Wire }, options: CallOptions): Promise<Saved>;
  remove(input: { readonly params: { readonly id: string } }, options: CallOptions): Promise<CallResult<unknown>>;
  state(input: { readonly params: { readonly id: string } }, options: CallOptions): Promise<CallResult<unknown>>;
  exportExcel(input: { readonly query: Wire }, options: CallOptions): Promise<CallResult<File>>;
}

export interface OpenForm {
  readonly form: FormStore<RecordValues>;
  readonly mode: 'create' | 'edit' | 'copy';
  /** Undefined where no field depends on another. */
  readonly conditions: FormConditions | undefined;
  /** Of a copy: the row that it began as. */
  readonly row: AnyRow | null;
}

export interface OpenPanel {
  readonly button: string;
  readonly row: AnyRow;
}

type Ctx = WebContext;

/** State of the page of a record: its list, the tree beside it, the form and the panel that are open. Knows no React. */
export class RecordStore implements RecordPagePort {
  readonly list: ListStore<AnyRow, RecordValues>;
  readonly left: RecordLeftTree | null;
  readonly tree: TreeStore<ChoiceNode> | null;
  /** Of a list that comes whole, once its page is here. */
  branches: RecordBranches | null = null;
  editing: OpenForm | null = null;
  panel: OpenPanel | null = null;
  importing = false;
  /** Sums over all rows that the list finds. */
  totals: ListTotals | undefined;
  /** Columns of other plugins, as the list said last. */
  beside: readonly BesideColumn[] = [];
  /** False where the list is one for all organisations and the person's do not suffice to change it; so it is until the first answer. */
  keeps: boolean;
  private readonly fields: readonly RecordField[];
  private readonly acts: ActGroup;

  constructor(
    readonly record: AnyRecord,
    readonly calls: RecordCalls,
    readonly ctx: Ctx,
    readonly code: AnyPageCode,
    /** Comes with the first form that needs it. */
    private readonly blocks: LatePart<BlocksPart>,
  ) {
    this.acts = new ActGroup({}, record.name);
    this.keeps = !record.shared;
    const withheld = withheldFields(record, (code) => ctx.can(code));
    this.fields = record.form.flatMap((name) => record.fields.filter((field) => field.name === name && !withheld.has(name)));
    this.list = new ListStore<AnyRow, RecordValues>({
      rowKey: 'id',
      load: (query, signal) => this.load(query, signal),
    });
    this.left = record.left ? leftTree(record.left.tree, ctx, code) : null;
    this.tree = this.left && !record.whole ? new TreeStore(this.left.tree) : null;
    makeObservable(this, {
      editing: observableRef,
      panel: observableRef,
      importing: observable,
      totals: observableRef,
      beside: observableRef,
      keeps: observable,
      closeForm: action,
      openPanel: action,
      closePanel: action,
      openImport: action,
      closeImport: action,
    });
  }

  get place(): Picked | null {
    return this.branches?.node ?? this.tree?.selected ?? null;
  }

  async reload(): Promise<void> {
    await (this.branches ?? this.list).reload();
  }

  async saved(id: string): Promise<void> {
    await this.reload();
    this.branches?.select(id);
  }

  narrow(id: string): void {
    const { left } = this.record;
    if (left) void this.list.within({ [left.narrows]: id as never });
  }

  /** All rows that the list shows, whatever page it is on, as a workbook. */
  readonly exportAll = (options: CallOptions): Promise<CallResult<File>> => {
    return this.calls.exportExcel({ query: { ...this.query(), dataType: '1' } }, options);
  };

  /** What the list asks for: searched, narrowed, sorted, whatever page it is on. */
  query(): Wire {
    const { filter, sorting } = this.list;
    return { ...askedOf(this.record, filter as Wire, viewOf), ...sorting };
  }

  /** @param above row of the tree that the new one stands under */
  create(above: Picked | null = null): void {
    this.open('create', null, this.blank(above), above);
  }

  async edit({ id }: AnyRow): Promise<void> {
    const { data } = await this.calls.one({ params: { id } });
    this.open('edit', data, data);
  }

  /** A new row with the values of another; two rows cannot have one code, and numbers are given anew. */
  async copy({ id }: AnyRow): Promise<void> {
    const { data } = await this.calls.one({ params: { id } });
    const codes = this.record.fields.filter(({ kind, numbered }) => kind === 'code' || numbered);
    const lines = this.record.fields.filter(({ cells }) => cells).map(({ name }) => [name, copiedLines(data[name])]);
    // Somebody else signed the other row, or this person did it for that row alone.
    const signed = this.record.fields.filter(({ kind }) => kind === 'signature').map(({ name }) => [name, null]);
    this.open('copy', data, { ...data, ...Object.fromEntries([...codes.map(({ name }) => [name, '']), ...lines, ...signed]) });
  }

  readonly save = async (values: RecordValues, act: SaveAct): Promise<string> => {
    const { editing } = this;
    const sent = this.fields.filter((field) => field.name in values && !field.of.derived && (editing?.conditions?.sends(field, values) ?? true));
    const body = Object.fromEntries(sent.map((field) => [field.name, toWire(field, values[field.name])]));
    const options = { ...act, quiet: true };
    const { data, msg } =
      editing?.mode === 'edit' && editing.row
        ? await this.calls.edit({ params: { id: editing.row.id }, body: { ...body, version: editing.row.version } }, options)
        : await this.calls.create({ body }, options);
    this.ctx.toast.success(msg);
    return data.id;
  };

  async toggle(row: AnyRow): Promise<void> {
    await this.tell(row, ['state', row.enabledMark], (options) => this.calls.state({ params: { id: row.id } }, options));
  }

  /** Hangs a row of a tree below another; the rest of it stays as it is. */
  async move(row: AnyRow, parent: string): Promise<void> {
    const { data } = await this.calls.one({ params: { id: row.id } });
    const body = { [this.record.tree?.parent ?? '']: parent, version: data.version };
    await this.tell(row, ['move', parent], (options) => this.calls.edit({ params: { id: row.id }, body }, options));
  }

  async remove(row: AnyRow): Promise<void> {
    await this.tell(row, 'remove', (options) => this.calls.remove({ params: { id: row.id } }, options));
  }

  openPanel(button: string, row: AnyRow): void {
    this.panel = { button, row };
  }

  readonly closePanel = (): void => {
    this.panel = null;
  };

  openImport(): void {
    this.importing = true;
  }

  readonly closeImport = (): void => {
    this.importing = false;
    void this.list.reload();
  };

  closeForm(): void {
    this.editing?.form.dispose();
    this.editing = null;
  }

  dispose(): void {
    this.tree?.dispose();
    this.list.dispose();
    this.closeForm();
  }

  private async tell(row: AnyRow, content: unknown, call: (options: ActCall) => Promise<CallResult<unknown>>): Promise<void> {
    const end = await this.acts.run(row.id, content, call);
    if (end.kind !== 'done') return;
    this.ctx.toast.success(end.answer.msg);
    await this.reload();
  }

  private async load(query: Wire, signal: AbortSignal): Promise<RecordAnswer> {
    const answer = await this.calls.list({ query: askedOf(this.record, query, viewOf) }, { signal, quiet: true });
    // They are drawn with the rows that they belong to.
    runInAction(() => {
      if (signal.aborted) return;
      this.totals = answer.data.totals;
      const { columns = [] } = answer.data;
      // The same columns as before are the same list of them: nothing is drawn anew.
      if (JSON.stringify(columns) !== JSON.stringify(this.beside)) this.beside = columns;
      if (this.record.shared) this.keeps = answer.data.keeps === true;
    });
    return answer;
  }

  /** Values of a new row, on the wire: what the description says, and what the tree at the left says. */
  private blank(above: Picked | null): Wire {
    const { left, tree } = this.record;
    return {
      ...Object.fromEntries(this.fields.map(({ name, initial, of }) => [name, initial ?? (of.empty === undefined ? '' : of.empty)])),
      ...(left && this.place && { [left.narrows]: this.place.id }),
      ...(tree && above && { [tree.parent]: above.id }),
      ...this.code.initial?.(this),
    };
  }

  /** After an act that a button of the form ran: the row is another one now, or gone. */
  async afterBlock(row: AnyRow, gone: boolean): Promise<void> {
    const { editing } = this;
    if (editing?.row?.id !== row.id) return;
    if (gone && !this.list.rows.some(({ id }) => id === row.id)) this.closeForm();
    else if (!gone && !this.panel) await this.edit(row);
  }

  private open(mode: OpenForm['mode'], row: AnyRow | null, values: Wire, above: Picked | null = null): void {
    const open = () => this.openForm(mode, row, values, above);
    if (this.record.blocks.length === 0 || this.blocks.here) open();
    // A form without its texts is better than none.
    else void this.blocks.fetch().then(open, open);
  }

  private openForm(mode: OpenForm['mode'], row: AnyRow | null, values: Wire, above: Picked | null): void {
    this.closeForm();
    const { fields, record, ctx, code } = this;
    const stored = mode === 'edit' ? row : null;
    const inLine: Around['inLine'] = (cells, itemOfCell, values, line) => conditionedCells(cells, itemOfCell, values, { language: ctx.language, stored: line });
    const around = { record, row, complaints: new LineComplaints(), unfinished: new Set<string>(), inLine };
    const conditions = FormConditions.of(record, stored);
    const placed = new Map(fields.map((field) => [field.name, this.branches?.control(field, row, above)]));
    const itemFor = (field: RecordField) => ({
      ...itemOf(field, ctx.language, stored?.[field.name], around),
      ...placed.get(field.name),
      ...code.fields?.[field.name]?.(row, this),
    });
    const form: FormStore<RecordValues> = new FormStore<RecordValues>({
      fields: () => {
        const items = fields.map((field) =>
          conditions ? conditionedItem(field, itemFor, conditions, form.values, { language: ctx.language, row }) : itemFor(field),
        );
        return this.blocks.here?.withBlocks(this, code, items) ?? items;
      },
      initial: Object.fromEntries(fields.map((field) => [field.name, toForm(field, values[field.name])])) as RecordValues,
      drafts: ctx.drafts,
      draftKey: `${record.name}:${mode === 'create' || !row ? ['new', this.branches?.node?.id].filter(Boolean).join(':') : mode === 'edit' ? `${row.id}:${row.version}` : `copy:${row.id}`}`,
    });
    runInAction(() => {
      this.editing = { form, mode, conditions, row };
    });
  }
}

/** @throws TypeError for a tree that is neither known here nor given by the page */
function leftTree(name: string, ctx: Ctx, { left }: AnyPageCode): RecordLeftTree {
  if (left) return left({ ctx });
  if (name !== 'places') throw new TypeError(`the page must give the tree "${name}" (left of recordPage)`);
  return { label: recordText('places', ctx.language), tree: placeTree(ctx.http) as unknown as TreeStoreOptions<ChoiceNode> };
}

/** How people call a row: by its first line of text. */
export function nameOfRow({ fields }: AnyRecord, row: AnyRow): string {
  const field = fields.find(({ kind }) => kind === 'text') ?? fields[0];
  return field ? String(row[field.name] ?? '') : row.id;
}

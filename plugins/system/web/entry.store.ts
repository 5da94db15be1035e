import { RULES } from '@nephra/plugin-sdk/contract';
import { ActGroup, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, ListStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { type DictionaryDataRecord, type DictionaryTypeInfo, dictionaryDataContract } from '../contract/index.ts';
import { DICTIONARY_MENU } from '../contract/limits.ts';
import { rightsOfText } from '../domain/locked.ts';
import { type EntryValues, emptyEntry, entryFields, valuesOfEntry } from './entry-fields.tsx';

export interface EntryForm {
  readonly form: FormStore<EntryValues>;
  /** Null: a new entry. */
  readonly record: DictionaryDataRecord | null;
}
interface Filter {
  readonly keyword: string;
  readonly enabledMark: number;
}
export type DictionaryHead = Omit<DictionaryTypeInfo, 'parentId'>;

/** State of the entries of one dictionary: the list, and the form that is open. A page of a list costs the same, however many entries there are. */
export class EntryStore {
  readonly list: ListStore<DictionaryDataRecord, Filter>;
  editing: EntryForm | null = null;
  /** Whose uses are shown. */
  usesOf: DictionaryDataRecord | null = null;
  readonly may;
  private readonly client: Client<typeof dictionaryDataContract.routes>;
  private readonly acts = new ActGroup({}, 'system.dictionaryData');

  constructor(
    private readonly ctx: WebContext,
    readonly type: DictionaryHead,
  ) {
    this.client = createClient(dictionaryDataContract, ctx.http);
    this.may = rightsOfText(type.may);
    // A list in a given order is read without walking a tree.
    const order = type.isTree === 1 ? {} : ({ sidx: 'sortCode', sort: 'asc' } as const);
    this.list = new ListStore<DictionaryDataRecord, Filter>({
      rowKey: 'id',
      load: (query, signal) => this.client.list({ query: { ...order, ...query, dictionaryTypeId: type.id } as never }, { signal, quiet: true }) as never, // the state is a number in the form, a flag on the wire
    });
    makeObservable(this, { editing: observableRef, usesOf: observableRef, closeForm: action, showUses: action });
  }

  /** Whether the person holds a button of the page of dictionaries, wherever entries are shown. */
  holds(button: string): boolean {
    return this.ctx.can(`${DICTIONARY_MENU}:${button}`);
  }

  get mayAdd(): boolean {
    return this.holds('btn_add') && (this.type.locked === 0 || this.may.add === true);
  }

  create(parent: DictionaryDataRecord | null): void {
    this.open(null, emptyEntry(parent?.id ?? null), parent && { id: parent.id, fullName: parent.label });
  }

  async edit({ id }: DictionaryDataRecord): Promise<void> {
    const { data } = await this.client.one({ params: { id } });
    const above = data.labels?.parentId;
    this.open(data, valuesOfEntry(data), typeof above === 'string' ? { id: data.parentId, fullName: above } : null);
  }

  save = async (values: EntryValues, act: SaveAct): Promise<string> => {
    const record = this.editing?.record ?? null;
    const { fullName, enCode, parentId, sortCode, enabledMark, description } = values;
    const body = { enCode: enCode.trim(), parentId: parentId ?? '', sortCode: sortCode ?? 0, enabledMark: enabledMark === 0 ? 0 : 1, description } as const;
    const name = fullName.trim();
    const options = { ...act, quiet: true };
    // A name in the reader's language that nobody changed stays what it is in all languages.
    const { data, msg } = record
      ? await this.client.edit(
          { params: { id: record.id }, body: { ...body, ...(name !== record.label && { fullName: name }), version: record.version } },
          options,
        )
      : await this.client.create({ body: { ...body, fullName: name, dictionaryTypeId: this.type.id } }, options);
    this.ctx.toast.success(msg);
    return data.id;
  };

  async toggle(row: DictionaryDataRecord): Promise<void> {
    await this.tell(row, ['state', row.enabledMark], (options) => this.client.state({ params: { id: row.id } }, options));
  }

  async remove(row: DictionaryDataRecord): Promise<void> {
    await this.tell(row, 'remove', (options) => this.client.remove({ params: { id: row.id } }, options));
  }

  showUses(entry: DictionaryDataRecord | null): void {
    this.usesOf = entry;
  }

  closeForm(): void {
    this.editing?.form.dispose();
    this.editing = null;
  }

  dispose(): void {
    this.list.dispose();
    this.closeForm();
  }

  private async tell(row: DictionaryDataRecord, content: unknown, send: Parameters<ActGroup['run']>[2]): Promise<void> {
    const end = await this.acts.run(row.id, content, send);
    if (end.kind !== 'done') return;
    this.ctx.toast.success((end.answer as { readonly msg: string }).msg);
    await this.list.reload();
  }

  private open(record: DictionaryDataRecord | null, initial: EntryValues, above: { readonly id: string; readonly fullName: string } | null): void {
    this.closeForm();
    const { ctx, type, may } = this;
    const locked = record?.locked === 1;
    const form = new FormStore<EntryValues>({
      fields: () =>
        entryFields(ctx.t, {
          locked,
          may,
          isTree: type.isTree === 1,
          above,
          parents: (signal) => this.client.parents({ params: { id: type.id, x: record?.id ?? '0' }, query: { isTree: '1' } }, { signal, quiet: true }),
          codeRule: (value) => (value === record?.enCode ? undefined : RULES.enCode(value)),
        }),
      initial,
      drafts: ctx.drafts,
      draftKey: record ? `entry:${record.id}:${record.version}` : `entry:new:${type.id}`,
    });
    runInAction(() => {
      this.editing = { form, record };
    });
  }
}

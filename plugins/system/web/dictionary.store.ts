import { RULES } from '@nephra/plugin-sdk/contract';
import { ActGroup, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { downloadFile, FormStore, type Picked, type SaveAct, toldImport, TreeStore } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type DictionaryTypeNode, type DictionaryTypeRecord, dictionaryDataContract, dictionaryTypeContract } from '../contract/index.ts';
import { rightsOfText } from '../domain/locked.ts';
import { EntryStore } from './entry.store.ts';
import { emptyType, type TypeValues, typeFields, valuesOfType } from './type-fields.tsx';

export interface TypeForm {
  readonly form: FormStore<TypeValues>;
  /** Null: a new dictionary. */
  readonly record: DictionaryTypeRecord | null;
}

/** State of the page of dictionaries: their tree, the entries of the chosen one, and the form that is open. */
export class DictionaryStore {
  readonly types: TreeStore<DictionaryTypeNode>;
  chosen: DictionaryTypeNode | null = null;
  entries: EntryStore | null = null;
  editing: TypeForm | null = null;
  /** Where there is room for one side only: the entries are shown. */
  detailOpen = false;
  private readonly client: Client<typeof dictionaryTypeContract.routes>;
  private readonly files: Client<typeof dictionaryDataContract.routes>;
  private readonly acts = new ActGroup({}, 'system.dictionaryType');

  constructor(private readonly ctx: WebContext) {
    this.client = createClient(dictionaryTypeContract, ctx.http);
    this.files = createClient(dictionaryDataContract, ctx.http);
    this.types = new TreeStore<DictionaryTypeNode>({
      openLevels: 2,
      load: async (signal) => {
        const answer = await this.client.tree({}, { signal, quiet: true });
        this.follow(answer.data.list);
        return answer;
      },
    });
    makeObservable(this, {
      chosen: observableRef,
      entries: observableRef,
      editing: observableRef,
      detailOpen: observable,
      choose: action,
      openDetail: action,
      closeDetail: action,
      closeForm: action,
    });
  }

  choose(type: DictionaryTypeNode): void {
    const same = this.chosen?.id === type.id && this.chosen.version === type.version;
    this.chosen = type;
    if (same) return;
    this.entries?.dispose();
    this.entries = new EntryStore(this.ctx, type);
    // Read while the list is still being drawn.
    void this.entries.list.start();
  }

  openDetail(): void {
    this.detailOpen = true;
  }

  closeDetail(): void {
    this.detailOpen = false;
  }

  create(parent: DictionaryTypeNode | null): void {
    this.open(null, emptyType(parent?.id ?? null), parent);
  }

  async edit({ id }: DictionaryTypeNode): Promise<void> {
    const { data } = await this.client.one({ params: { id } });
    const above = data.labels?.parentId;
    this.open(data, valuesOfType(data), typeof above === 'string' ? { id: data.parentId, fullName: above } : null);
  }

  save = async (values: TypeValues, act: SaveAct): Promise<string> => {
    const record = this.editing?.record ?? null;
    const { fullName, enCode, parentId, isTree, sortCode, description } = values;
    const body = { enCode: enCode.trim(), parentId: parentId ?? '', isTree: isTree === 1 ? 1 : 0, sortCode: sortCode ?? 0, description } as const;
    const name = fullName.trim();
    const options = { ...act, quiet: true };
    const { data, msg } = record
      ? await this.client.edit(
          { params: { id: record.id }, body: { ...body, ...(name !== record.label && { fullName: name }), version: record.version } },
          options,
        )
      : await this.client.create({ body: { ...body, fullName: name } }, options);
    this.ctx.toast.success(msg);
    return data.id;
  };

  /** Shows a dictionary after it was written. */
  async show(id: string): Promise<void> {
    await this.types.reload();
    runInAction(() => this.types.select(id));
    if (this.types.selected) this.choose(this.types.selected);
  }

  async remove(type: DictionaryTypeNode): Promise<void> {
    const end = await this.acts.run(type.id, 'remove', (options) => this.client.remove({ params: { id: type.id } }, options));
    if (end.kind !== 'done') return;
    this.ctx.toast.success(end.answer.msg);
    await this.types.reload();
  }

  async exportFile({ id }: DictionaryTypeNode): Promise<void> {
    await downloadFile(this.ctx, (options) => this.files.exportFile({ params: { id } }, options));
  }

  async importFile(file: File): Promise<void> {
    const { data } = await toldImport(this.ctx.toast, (options) => this.files.importFile({ body: { file } }, options));
    await this.show(data.id);
    await this.entries?.list.reload();
  }

  closeForm(): void {
    this.editing?.form.dispose();
    this.editing = null;
  }

  dispose(): void {
    this.types.dispose();
    this.entries?.dispose();
    this.closeForm();
  }

  /** The chosen one as it is now; at first, and where it is gone, the topmost. */
  private follow(roots: readonly DictionaryTypeNode[]): void {
    const all = (nodes: readonly DictionaryTypeNode[]): DictionaryTypeNode[] => nodes.flatMap((node) => [node, ...all(node.children ?? [])]);
    const nodes = all(roots);
    const next = nodes.find(({ id }) => id === this.chosen?.id) ?? nodes[0];
    runInAction(() => {
      if (next) {
        this.choose(next);
        this.types.select(next.id);
        return;
      }
      this.entries?.dispose();
      this.entries = null;
      this.chosen = null;
      this.detailOpen = false;
    });
  }

  private open(record: DictionaryTypeRecord | null, initial: TypeValues, above: Picked | null): void {
    this.closeForm();
    const { ctx } = this;
    const form = new FormStore<TypeValues>({
      fields: () =>
        typeFields(ctx.t, {
          locked: record?.locked === 1,
          mayRelabel: rightsOfText(record?.may ?? '').relabel === true,
          above: above && { id: above.id, fullName: above.fullName },
          places: (signal) => this.client.selector({ params: { id: record?.id ?? '0' } }, { signal, quiet: true }),
          codeRule: (value) => (value === record?.enCode ? undefined : RULES.enCode(value)),
        }),
      initial,
      drafts: ctx.drafts,
      draftKey: record ? `type:${record.id}:${record.version}` : 'type:new',
    });
    runInAction(() => {
      this.editing = { form, record };
    });
  }
}

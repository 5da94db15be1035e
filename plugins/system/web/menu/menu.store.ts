import { ActGroup, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import {
  type ChoiceNode,
  downloadFile,
  type FileCall,
  FilePreviewStore,
  FormStore,
  type Picked,
  type SaveAct,
  SubTableStore,
  TreeStore,
} from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { dictionaryTypeContract } from '../../contract/dictionary-type.contract.ts';
import { type MenuImportRow, type MenuNode, type MenuOne, menuContract } from '../../contract/menu/menu.contract.ts';
import { MENU_TOP, SITE_PREFIX } from '../../contract/menu/menu-limits.ts';
import { emptyMenu, type ItemValues, type MenuValues, newItem, ownOf, saidOf, valuesOf } from './menu-form.ts';
import { itemColumns, menuFields } from './menu-fields.tsx';

export interface MenuForm {
  readonly form: FormStore<MenuValues>;
  /** Null: a new entry. */
  readonly one: MenuOne | null;
}

const SITE = 'site';
export const isOwn = ({ owner }: Pick<MenuNode, 'owner'>): boolean => owner === SITE;
export const isDirectory = ({ type }: Pick<MenuNode, 'type'>): boolean => type === 1;

/** What a tree to choose from needs of a menu; its `type` means something else there. */
const choicesOf = (nodes: readonly MenuNode[]): readonly ChoiceNode[] =>
  nodes.map(({ id, fullName, hasChildren, children }) => ({ id, fullName, hasChildren, children: children && choicesOf(children) }));

/** State of the page of menus: the tree, the chosen entry, its form, an import that is looked at, the preview of a role. */
export class MenuStore {
  readonly tree: TreeStore<MenuNode>;
  chosen: MenuOne | null = null;
  editing: MenuForm | null = null;
  readonly incoming: FilePreviewStore<MenuImportRow>;
  /** Where there is room for one side only: the entry is shown. */
  detailOpen = false;
  previewOpen = false;
  private readonly client: Client<typeof menuContract.routes>;
  private readonly dictionaries: Client<typeof dictionaryTypeContract.routes>;
  private readonly acts = new ActGroup({}, 'system.menu');

  constructor(private readonly ctx: WebContext) {
    this.client = createClient(menuContract, ctx.http);
    this.dictionaries = createClient(dictionaryTypeContract, ctx.http);
    this.tree = new TreeStore<MenuNode>({ openLevels: 1, load: (signal) => this.client.tree({ query: {} }, { signal, quiet: true }) });
    // What a file would change is shown before anything is.
    this.incoming = new FilePreviewStore<MenuImportRow>(ctx, {
      look: (file) => this.client.importPreview({ body: { file } }),
      take: (file, options) => this.client.importFile({ body: { file } }, options),
      onTaken: async () => {
        await this.tree.reload();
        if (this.chosen) await this.choose(this.chosen.id);
      },
    });
    makeObservable(this, {
      chosen: observableRef,
      editing: observableRef,
      detailOpen: observable,
      previewOpen: observable,
      closeDetail: action,
      closeForm: action,
      setPreview: action,
    });
  }

  async choose(id: string): Promise<void> {
    const { data } = await this.client.info({ params: { id } });
    runInAction(() => {
      this.chosen = data;
      this.detailOpen = true;
    });
  }

  closeDetail(): void {
    this.detailOpen = false;
  }

  setPreview(open: boolean): void {
    this.previewOpen = open;
  }

  create(above: MenuOne | null): void {
    this.open(null, emptyMenu(above?.id ?? null), above && { id: above.id, fullName: above.fullName });
  }

  edit(one: MenuOne): void {
    this.open(one, valuesOf(one), this.nameOf(one.parentId));
  }

  save = async (values: MenuValues, act: SaveAct): Promise<string> => {
    const one = this.editing?.one ?? null;
    const options = { ...act, quiet: true };
    const said = saidOf(values);
    const { data, msg } = one
      ? await this.client.edit({ params: { id: one.id }, body: { ...said, ...(isOwn(one) && ownOf(values)), version: one.version } }, options)
      : await this.client.create({ body: { ...said, ...ownOf(values), enCode: `${SITE_PREFIX}${values.enCode.trim()}` } }, options);
    this.ctx.toast.success(msg);
    return data.id;
  };

  /** Shows an entry after it was written. */
  async show(id: string): Promise<void> {
    await this.tree.reload();
    runInAction(() => this.tree.select(id));
    await this.choose(id);
  }

  turn = ({ id, enabledMark }: MenuOne): Promise<void> => this.act(id, ['state', enabledMark], (options) => this.client.state({ params: { id } }, options));
  reset = ({ id, version }: MenuOne): Promise<void> => this.act(id, ['reset', version], (options) => this.client.reset({ params: { id } }, options));

  async remove({ id }: MenuOne): Promise<void> {
    const end = await this.acts.run(id, 'remove', (options) => this.client.remove({ params: { id } }, options));
    if (end.kind !== 'done') return;
    this.ctx.toast.success(end.answer.msg);
    runInAction(() => {
      this.chosen = null;
      this.detailOpen = false;
    });
    await this.tree.reload();
  }

  exportCall: FileCall = (options) => this.client.exportAll({}, options);

  async exportFile(id: string): Promise<void> {
    await downloadFile(this.ctx, (options) => this.client.exportOne({ params: { id } }, options));
  }

  previewRoles = () => this.client.roles({});
  preview = (id: string, signal: AbortSignal) => this.client.preview({ params: { id } }, { signal, quiet: true });

  closeForm(): void {
    this.editing?.form.dispose();
    this.editing = null;
  }

  dispose(): void {
    this.tree.dispose();
    this.closeForm();
  }

  private async act(id: string, content: readonly (string | number)[], send: (options: SaveAct) => Promise<{ readonly msg: string }>): Promise<void> {
    const end = await this.acts.run(id, content, send);
    if (end.kind !== 'done') return;
    this.ctx.toast.success(end.answer.msg);
    await this.show(id);
  }

  private nameOf(id: string): Picked | null {
    if (id === MENU_TOP) return null;
    const walk = (nodes: readonly MenuNode[]): MenuNode | undefined => {
      for (const node of nodes) {
        const found = node.id === id ? node : walk(node.children ?? []);
        if (found) return found;
      }
      return undefined;
    };
    const found = walk(this.tree.roots);
    return found ? { id, fullName: found.fullName } : null;
  }

  private open(one: MenuOne | null, initial: MenuValues, above: Picked | null): void {
    this.closeForm();
    const { ctx } = this;
    const own = one === null || isOwn(one);
    const items = new SubTableStore<ItemValues>({
      columns: () => itemColumns(ctx.t),
      rows: initial.items,
      newRow: newItem,
      onChange: (rows) => form.set('items', rows),
    });
    const form: FormStore<MenuValues> = new FormStore<MenuValues>({
      fields: () =>
        menuFields(ctx.t, {
          own,
          isNew: one === null,
          declared: own ? undefined : one?.declaredTitles,
          above,
          places: async (signal) => {
            const { data } = await this.client.selector({ params: { id: one?.id ?? '0' } }, { signal, quiet: true });
            return { data: { list: choicesOf(data.list) } };
          },
          dictionaries: (signal) => this.dictionaries.selector({ params: { id: '0' } }, { signal, quiet: true }),
          items,
        }),
      initial,
      drafts: ctx.drafts,
      draftKey: one ? `menu:${one.id}:${one.version}` : 'menu:new',
    });
    // What was typed into the rows and came back with the draft of the form.
    if (form.fromDraft) items.replace(form.values.items);
    runInAction(() => {
      this.editing = { form, one };
    });
  }
}

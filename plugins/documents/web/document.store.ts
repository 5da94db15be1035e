import { ActGroup, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, ListStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import type { UploadedFile } from '@nephra/plugin-sdk/contract';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { type DocumentDetail, type DocumentRow, documentContract } from '../contract/document.contract.ts';
import { DOCUMENT_FILE, MAX_ADDED, MAX_NAME, TOP } from '../contract/limits.ts';
import { folderChoices } from './folder-choices.ts';
import { ShareStore } from './share.store.ts';

export type View = 'own' | 'forMe' | 'shared' | 'trash';
export interface DocumentFilter {
  readonly keyword: string;
}
export type Crumb = DocumentDetail['path'][number];
/** Bytes; `quotaBytes` 0: as much as the disk holds. */
export type Usage = Readonly<Record<'ownBytes' | 'usedBytes' | 'quotaBytes', number>>;

/** A small form that is open. */
export type Dialog =
  | { readonly kind: 'folder' | 'rename'; readonly form: FormStore<{ readonly fullName: string }>; readonly row: DocumentRow | null }
  | { readonly kind: 'move'; readonly form: FormStore<{ readonly toId: string }>; readonly row: DocumentRow }
  | { readonly kind: 'upload'; readonly form: FormStore<{ readonly files: readonly UploadedFile[] }> };

/** Folders and files: where one is, and what is done there. */
export class DocumentStore {
  readonly list: ListStore<DocumentRow, DocumentFilter>;
  view: View = 'own';
  /** Folders that are open, the topmost first; empty: the beginning of the view. */
  path: readonly Crumb[] = [];
  /** Whether something may be put where one is. */
  mayAdd = true;
  dialog: Dialog | null = null;
  sharing: ShareStore | null = null;
  usage: Usage | null = null;
  private readonly client;
  private readonly acts = new ActGroup({}, 'documents');

  constructor(private readonly ctx: WebContext) {
    this.client = createClient(documentContract, ctx.http);
    this.list = new ListStore<DocumentRow, DocumentFilter>({
      rowKey: 'id',
      load: (request, signal) => {
        const options = { signal, quiet: true };
        const here = this.path.at(-1)?.id;
        if (here !== undefined || this.view === 'own') return this.client.list({ query: { ...request, parentId: here ?? TOP } }, options);
        if (this.view === 'forMe') return this.client.sharedWithMe({ query: request }, options);
        return this.view === 'shared' ? this.client.shared({ query: request }, options) : this.client.trash({ query: request }, options);
      },
    });
    makeObservable(this, {
      ...{ view: observableRef, path: observableRef, mayAdd: observableRef, dialog: observableRef, sharing: observableRef, usage: observableRef },
      ...{ close: action, closeSharing: action },
    });
  }

  get here(): string {
    return this.path.at(-1)?.id ?? TOP;
  }

  readUsage = async (): Promise<void> => {
    try {
      const { data } = await this.client.usage({}, { quiet: true });
      runInAction(() => {
        this.usage = data;
      });
    } catch {
      // The line of the space is left out; the list beside it tells when the server does not answer.
    }
  };

  show = async (view: View): Promise<void> => {
    runInAction(() => {
      this.view = view;
      this.path = [];
      this.mayAdd = view === 'own';
    });
    await this.list.search({ keyword: '' });
  };

  /** Opens a folder, or the beginning of the view. */
  open = async (folder: Pick<DocumentRow, 'id'> | null): Promise<void> => {
    if (folder === null) return await this.show(this.view);
    const { data } = await this.client.one({ params: { id: folder.id } });
    runInAction(() => {
      this.path = data.path;
      this.mayAdd = data.mayChange === 1;
    });
    await this.list.search({ keyword: '' });
  };

  download = ({ fullName: name, fileId }: DocumentRow): Promise<void> =>
    this.ctx.files.download({ name, fileId, url: `/api/file/Download/${DOCUMENT_FILE}/${fileId}` });

  newFolder = (): void => this.openNameForm('folder', null, '');
  rename = (row: DocumentRow): void => this.openNameForm('rename', row, row.fullName);

  upload = (): void => {
    const { t, files } = this.ctx;
    const form = new FormStore<{ readonly files: readonly UploadedFile[] }>({
      fields: () => [
        {
          ...{ kind: 'files', name: 'files', label: t('upload.files'), required: true, max: MAX_ADDED, limit: 1, unit: 'GB', span: 2 },
          upload: (file, options) => files.upload(file, { ...options, type: DOCUMENT_FILE }),
        },
      ],
      initial: { files: [] },
    });
    this.set({ kind: 'upload', form });
  };

  move = async (row: DocumentRow): Promise<void> => {
    const { t } = this.ctx;
    const { data } = await this.client.folders({ params: { id: row.id } });
    const own = row.ownerId === this.ctx.user.userId;
    const options = folderChoices(data.list, own ? t('path.own') : undefined);
    const form = new FormStore<{ readonly toId: string }>({
      fields: () => [{ kind: 'select', name: 'toId', label: t('move.to'), required: true, options, filter: true, span: 2 }],
      initial: { toId: '' },
    });
    this.set({ kind: 'move', form, row });
  };

  share = (row: DocumentRow): void => {
    runInAction(() => {
      this.sharing = new ShareStore(this.ctx, row);
    });
  };

  close = (): void => {
    this.dialog?.form.dispose();
    this.dialog = null;
  };

  closeSharing = (): void => {
    const changed = this.sharing?.changed ?? false;
    this.sharing?.dispose();
    this.sharing = null;
    if (changed) void this.list.reload();
  };

  saveName = async ({ fullName }: { readonly fullName: string }, act: SaveAct): Promise<void> => {
    const { dialog } = this;
    const { msg } =
      dialog?.kind === 'rename' && dialog.row
        ? await this.client.rename({ params: { id: dialog.row.id }, body: { fullName } }, { ...act, quiet: true })
        : await this.client.createFolder({ body: { parentId: this.here, fullName } }, { ...act, quiet: true });
    await this.done(msg);
  };

  saveMove = async ({ toId }: { readonly toId: string }, act: SaveAct): Promise<void> => {
    if (this.dialog?.kind !== 'move') return;
    const { msg } = await this.client.move({ params: { id: this.dialog.row.id, toId } }, { ...act, quiet: true });
    await this.done(msg);
  };

  /** One after the other: what stands there already is not added again, so that pressing once more after a lost line is safe. */
  saveFiles = async ({ files }: { readonly files: readonly UploadedFile[] }): Promise<void> => {
    let said = '';
    for (const { fileId, name } of files) said = (await this.client.addFile({ body: { parentId: this.here, fileId, fullName: name } }, { quiet: true })).msg;
    await this.done(said);
    await this.readUsage();
  };

  remove = ({ id }: DocumentRow): Promise<void> => this.act(id, 'remove', (options) => this.client.remove({ params: { id } }, options));
  restore = ({ id }: DocumentRow): Promise<void> => this.act(id, 'restore', (options) => this.client.restore({ params: { id } }, options));
  destroy = ({ id }: DocumentRow): Promise<void> => this.act(id, 'destroy', (options) => this.client.destroy({ params: { id } }, options));

  dispose(): void {
    this.list.dispose();
    this.dialog?.form.dispose();
    this.sharing?.dispose();
  }

  private openNameForm(kind: 'folder' | 'rename', row: DocumentRow | null, fullName: string): void {
    const { t } = this.ctx;
    const form = new FormStore<{ readonly fullName: string }>({
      fields: () => [{ kind: 'text', name: 'fullName', label: t('name'), required: true, maxLength: MAX_NAME, span: 2 }],
      initial: { fullName },
    });
    this.set({ kind, form, row });
  }

  private set(dialog: Dialog): void {
    runInAction(() => {
      this.dialog = dialog;
    });
  }

  private async done(msg: string): Promise<void> {
    this.ctx.toast.success(msg);
    await this.list.reload();
  }

  private async act(subject: string, name: string, send: Parameters<ActGroup['run']>[2]): Promise<void> {
    const end = await this.acts.run(subject, name, send);
    if (end.kind !== 'done') return;
    await this.done((end.answer as { readonly msg: string }).msg);
    await this.readUsage();
  }
}

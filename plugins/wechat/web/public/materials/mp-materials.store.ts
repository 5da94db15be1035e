import type { RichText, UploadedFile } from '@nephra/plugin-sdk/contract';
import { ActGroup, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, ListStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import {
  MAX_MATERIAL_NAME,
  MATERIAL_UPLOAD,
  type MaterialType,
  MAX_ARTICLE_AUTHOR,
  MAX_ARTICLE_DIGEST,
  MAX_ARTICLE_TITLE,
  MAX_ARTICLE_URL,
} from '../../../contract/public/public-limits.ts';
import { type ArticleRow, type MaterialQuota, type MaterialRow, publicMaterialContract } from '../../../contract/public/public-material.contract.ts';
import { MATERIALS } from '../../../domain/public/material-rules.ts';

export type MaterialTab = MaterialType | 5;
interface UploadForm {
  readonly fullName: string;
  readonly files: readonly UploadedFile[];
}
export interface ArticleForm {
  readonly title: string;
  readonly author: string;
  readonly digest: string;
  readonly content: RichText | null;
  readonly thumbId: string;
  readonly sourceUrl: string;
}
const MIB = 1_048_576;
const THUMBS = 50;

/** Materials as WeChat keeps them, and articles that are written here. */
export class MpMaterialsStore {
  tab: MaterialTab = 2;
  readonly lists: Readonly<Record<MaterialType, ListStore<MaterialRow, object>>>;
  readonly articles: ListStore<ArticleRow, object>;
  quota: readonly MaterialQuota[] = [];
  uploading: { readonly type: MaterialType; readonly form: FormStore<UploadForm> } | null = null;
  editing: { readonly article: ArticleRow | null; readonly form: FormStore<ArticleForm> } | null = null;
  /** Pictures to choose a cover from. */
  thumbs: readonly MaterialRow[] = [];
  private readonly client: Client<typeof publicMaterialContract.routes>;
  private readonly acts: ActGroup;

  constructor(private readonly ctx: WebContext) {
    this.client = createClient(publicMaterialContract, ctx.http);
    this.acts = new ActGroup(ctx, 'wechat.mpMaterials');
    const listOf = (materialsType: MaterialType) =>
      new ListStore<MaterialRow, object>({
        rowKey: 'id',
        load: ({ currentPage, pageSize }, signal) => this.client.list({ query: { currentPage, pageSize, materialsType } }, { signal, quiet: true }),
      });
    this.lists = { 2: listOf(2), 3: listOf(3), 4: listOf(4) };
    this.articles = new ListStore<ArticleRow, object>({ rowKey: 'id', load: (query, signal) => this.client.articles({ query }, { signal, quiet: true }) });
    makeObservable(this, {
      ...{ tab: observable, quota: observableRef, uploading: observableRef, editing: observableRef, thumbs: observableRef },
      ...{ show: action, upload: action, closeUpload: action, edit: action, closeEdit: action },
    });
  }

  show(tab: MaterialTab): void {
    this.tab = tab;
  }

  loadQuota = async (): Promise<void> => {
    const found = await this.client.quota({}, { quiet: true }).catch(() => undefined);
    // The list says what is the matter.
    if (found)
      runInAction(() => {
        this.quota = found.data.list;
      });
  };

  picture = async (mediaId: string, signal: AbortSignal): Promise<Blob> =>
    (await this.client.content({ query: { mediaId } }, { signal, quiet: true })).data as unknown as Blob;

  upload(type: MaterialType): void {
    const { t, files } = this.ctx;
    const { extensions, bytes, wire } = MATERIALS[type];
    const form = new FormStore<UploadForm>({
      fields: () => [
        { kind: 'text', name: 'fullName', label: t('mpMaterial.name'), required: true, maxLength: MAX_MATERIAL_NAME, span: 2 },
        {
          // limit: the service takes one at a time
          ...{ kind: 'files', name: 'files', label: t('mpMaterial.file'), required: true, max: 1, span: 2 },
          // Kinds and size are said by the field.
          ...(wire === 'voice' && { help: t('mpMaterial.recordingHelp') }),
          ...{ limit: bytes / MIB, accept: extensions.map((one) => `.${one}`).join(',') },
          upload: (file, options) => files.upload(file, { ...options, type: MATERIAL_UPLOAD }),
        },
      ],
      initial: { fullName: '', files: [] },
    });
    this.uploading = { type, form };
  }
  closeUpload(): void {
    this.uploading?.form.dispose();
    this.uploading = null;
  }
  add = async ({ fullName, files: [file] }: UploadForm, act: SaveAct): Promise<void> => {
    const { type } = this.uploading ?? {};
    if (type === undefined || !file) return;
    const { msg } = await this.client.add({ body: { fileId: file.fileId, materialsType: type, fullName } }, { ...act, quiet: true });
    this.ctx.toast.success(msg);
    await Promise.all([this.lists[type].reload(), this.loadQuota()]);
  };

  remove = async ({ id, materialsType }: MaterialRow): Promise<void> => {
    const end = await this.acts.run(id, ['remove'], (options) => this.client.remove({ query: { mediaId: id } }, options));
    if (end.kind !== 'done') return;
    this.ctx.toast.success(this.ctx.t('mpMaterial.removed'));
    await Promise.all([this.lists[materialsType].reload(), this.loadQuota()]);
  };

  edit(article: ArticleRow | null): void {
    const t = (key: string) => this.ctx.t(`mpMaterial.${key}`);
    const form: FormStore<ArticleForm> = new FormStore<ArticleForm>({
      fields: () => [
        { kind: 'text', name: 'title', label: t('title'), required: true, maxLength: MAX_ARTICLE_TITLE, span: 2 },
        { kind: 'text', name: 'author', label: t('author'), maxLength: MAX_ARTICLE_AUTHOR },
        {
          ...{ kind: 'select', name: 'thumbId', label: t('thumb'), help: t('thumbHelp') },
          options: () => this.thumbs.map(({ id, fullName }) => ({ value: id, text: fullName || id })),
        },
        { kind: 'textarea', name: 'digest', label: t('digest'), maxLength: MAX_ARTICLE_DIGEST, rows: 2, span: 2 },
        { kind: 'richText', name: 'content', label: t('content'), required: true, upload: null, span: 2 },
        { kind: 'text', name: 'sourceUrl', label: t('sourceUrl'), maxLength: MAX_ARTICLE_URL, span: 2 },
      ],
      initial: {
        ...{ title: article?.title ?? '', author: article?.author ?? '', digest: article?.digest ?? '', content: article?.content ?? null },
        ...{ thumbId: article?.thumbId ?? '', sourceUrl: article?.sourceUrl ?? '' },
      },
    });
    this.editing = { article, form };
    void this.loadThumbs();
  }
  private async loadThumbs(): Promise<void> {
    const found = await this.client.list({ query: { currentPage: 1, pageSize: THUMBS, materialsType: 2 } }, { quiet: true }).catch(() => undefined);
    if (found)
      runInAction(() => {
        this.thumbs = found.data.list;
      });
  }
  closeEdit(): void {
    this.editing?.form.dispose();
    this.editing = null;
  }
  saveArticle = async ({ content, ...rest }: ArticleForm, act: SaveAct): Promise<void> => {
    const { article } = this.editing ?? {};
    const body = { ...rest, content: content ?? { ops: [] } };
    if (article) await this.client.saveArticle({ params: { id: article.id }, body: { ...body, version: article.version } }, { ...act, quiet: true });
    else await this.client.addArticle({ body }, { ...act, quiet: true });
    this.ctx.toast.success(this.ctx.t('mpMaterial.articleSaved'));
  };
  push = async ({ id, version }: ArticleRow): Promise<void> => {
    try {
      const end = await this.acts.run(id, ['push', version], (options) => this.client.push({ params: { id }, body: { version } }, options));
      if (end.kind === 'done') this.ctx.toast.success(this.ctx.t('mpMaterial.articlePushed'));
    } finally {
      await this.articles.reload();
    }
  };
  removeArticle = async ({ id, version }: ArticleRow): Promise<void> => {
    const end = await this.acts.run(id, ['remove', version], (options) => this.client.removeArticle({ params: { id } }, options));
    if (end.kind === 'done') await this.articles.reload();
  };

  dispose(): void {
    for (const list of Object.values(this.lists)) list.dispose();
    this.articles.dispose();
  }
}

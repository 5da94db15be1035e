import type { ReplyOf } from '@nephra/plugin-sdk/contract';
import { type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { type FileCall, FilePreviewStore, FormStore, ListStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { languageContract, type TextImportRow, type TextRow } from '../../contract/language/language.contract.ts';
import type { LanguagesStore } from './languages.store.ts';
import { MAX_WORDING } from '../../contract/language/language-limits.ts';

export interface TextSearch {
  keyword: string;
  owner: string;
  state: string;
  /** Code of a language of the site; empty: those of the product. */
  language: string;
}
export interface Words {
  readonly zh: string;
  readonly zhtw: string;
  readonly en: string;
  /** In the language of the site that was searched. */
  readonly added: string;
}
export interface TextForm {
  readonly form: FormStore<Words>;
  readonly row: TextRow;
}
/** What a workbook would change, how many texts it leaves as they are, and how many those of each language of the site would be then. */
export type TextImport = ReplyOf<typeof languageContract.routes.importPreview>;

type State = 'changed' | 'missing' | 'unknown' | '';
const filterOf = ({ keyword = '', owner = '', state = '', language = '' }: Partial<TextSearch>) => ({
  keyword,
  owner: owner ?? '',
  state: (state ?? '') as State,
  language: language ?? '',
});
/** Owners of texts that languages of the site alone say; `siteTexts` of the SDK. */
const ONLY_ADDED: readonly string[] = ['menu', 'login'];

/** State of the page of texts: what is found, the text that is worded, a workbook that is looked at. */
export class LanguageStore {
  readonly list: ListStore<TextRow, TextSearch>;
  owners: readonly string[] = [];
  editing: TextForm | null = null;
  readonly incoming: FilePreviewStore<TextImportRow, TextImport>;
  private readonly client: Client<typeof languageContract.routes>;

  /** @param languages how much each of them says is read anew after an import */
  constructor(
    private readonly ctx: WebContext,
    languages: Pick<LanguagesStore, 'load'>,
  ) {
    this.client = createClient(languageContract, ctx.http);
    this.list = new ListStore<TextRow, TextSearch>({
      rowKey: 'id',
      load: ({ sort: _sort, sidx: _sidx, ...query }, signal) => this.client.list({ query: { ...query, ...filterOf(query) } }, { signal, quiet: true }),
    });
    this.incoming = new FilePreviewStore<TextImportRow, TextImport>(ctx, {
      look: (file) => this.client.importPreview({ body: { file } }),
      take: (file, options) => this.client.importFile({ body: { file } }, options),
      onTaken: () => Promise.all([this.list.reload(), languages.load()]),
    });
    makeObservable(this, { owners: observableRef, editing: observableRef, edit: action, closeForm: action });
    // What is refused was told by the shell; without it the list goes on.
    this.client.owners({}).then(
      ({ data }) =>
        runInAction(() => {
          this.owners = data.list;
        }),
      () => undefined,
    );
  }

  /** Code of the language of the site that was searched; empty: none. */
  get language(): string {
    return this.list.filter.language ?? '';
  }

  /** @param name of the language of the site that was searched */
  edit(row: TextRow, name?: string): void {
    this.closeForm();
    const { t, drafts } = this.ctx;
    const field = (name: 'zh' | 'zhtw' | 'en') => ({
      kind: 'textarea' as const,
      name,
      label: t(`language.${name}`),
      help: row.own[name] === '' ? t('language.noOwn') : t('language.own', { text: row.own[name] }),
      maxLength: MAX_WORDING,
      rows: 2,
      span: 2,
    });
    const { zh, zhtw, en, added = '' } = row;
    const language = this.language;
    const ofSite = { ...field('zh'), name: 'added' as const, label: name ?? language, help: t('language.ofBase') };
    const own = ONLY_ADDED.includes(row.owner) ? [] : [field('zh'), field('zhtw'), field('en')];
    const form = new FormStore<Words>({
      fields: () => (language === '' ? own : [ofSite, ...own]),
      initial: { zh, zhtw, en, added },
      drafts,
      draftKey: `text:${row.id}:${language}`,
    });
    this.editing = { form, row };
  }

  save = async ({ added, ...words }: Words, act: SaveAct): Promise<string> => {
    const { owner = '', key = '' } = this.editing?.row ?? {};
    const language = this.language;
    const body = { owner, key, ...(ONLY_ADDED.includes(owner) ? {} : words), ...(language !== '' && { added: { language, wording: added } }) };
    const { data, msg } = await this.client.save({ body }, { ...act, quiet: true });
    this.ctx.toast.success(msg);
    return data.id;
  };

  async takeBack({ owner, key }: TextRow): Promise<void> {
    const { msg } = await this.client.save({ body: { owner, key, zh: '', zhtw: '', en: '' } });
    this.ctx.toast.success(msg);
    await this.list.reload();
  }

  exportCall: FileCall = (options) => this.client.exportFile({ query: filterOf(this.list.filter) }, options);

  closeForm(): void {
    this.editing?.form.dispose();
    this.editing = null;
  }

  dispose(): void {
    this.list.dispose();
    this.closeForm();
  }
}

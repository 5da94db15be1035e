import { type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { downloadFile, FormStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type AddedLanguageRow, languageContract } from '../../contract/language/language.contract.ts';
import { MAX_LANGUAGE_CODE, MAX_LANGUAGE_NAME } from '../../contract/language/language-limits.ts';
import { languageCode } from '../../domain/language/added-language.ts';

export interface LanguageForm {
  code: string;
  name: string;
  base: string;
}
type Base = AddedLanguageRow['base'];

/** Languages that the site added: a list, and the one that is added or edited. */
export class LanguagesStore {
  isOpen = false;
  /** Null until they are here. */
  rows: readonly AddedLanguageRow[] | null = null;
  editing: { readonly form: FormStore<LanguageForm>; readonly row: AddedLanguageRow | null } | null = null;
  private readonly client: Client<typeof languageContract.routes>;

  constructor(private readonly ctx: WebContext) {
    this.client = createClient(languageContract, ctx.http);
    makeObservable(this, { isOpen: observable, rows: observableRef, editing: observableRef, close: action, edit: action, closeForm: action });
  }

  open(): void {
    runInAction(() => {
      this.isOpen = true;
    });
    this.read();
  }

  /** What is refused was told by the shell; without them the page of texts goes on. */
  read(): void {
    void this.load().catch(() => undefined);
  }

  close(): void {
    this.isOpen = false;
  }

  async load(): Promise<void> {
    const { data } = await this.client.languages({});
    runInAction(() => {
      this.rows = data.list;
    });
  }

  /** @param row null: a new one */
  edit(row: AddedLanguageRow | null): void {
    this.closeForm();
    const { t } = this.ctx;
    const form = new FormStore<LanguageForm>({
      fields: () => [
        {
          kind: 'text',
          name: 'code',
          label: t('language.code'),
          required: true,
          help: t('language.codeHelp'),
          maxLength: MAX_LANGUAGE_CODE,
          disabled: row !== null,
          check: ({ code }) => (languageCode(code) === undefined ? t('errors.system.language-code') : undefined),
        },
        { kind: 'text', name: 'name', label: t('language.name'), required: true, help: t('language.nameHelp'), maxLength: MAX_LANGUAGE_NAME },
        {
          kind: 'select',
          name: 'base',
          label: t('language.base'),
          required: true,
          options: (['zh', 'zhtw', 'en'] as const).map((value) => ({ value, text: t(`language.${value}`) })),
        },
      ],
      initial: { code: row?.code ?? '', name: row?.name ?? '', base: row?.base ?? 'en' },
    });
    this.editing = { form, row };
  }

  save = async ({ code, name, base }: LanguageForm, act: SaveAct): Promise<AddedLanguageRow> => {
    const enabled = this.editing?.row?.enabled ?? 0;
    const { data, msg } = await this.client.keepLanguage(
      { params: { code: code.trim() }, body: { name, base: base as Base, enabled } },
      { ...act, quiet: true },
    );
    this.ctx.toast.success(msg);
    return data;
  };

  async setEnabled({ code, name, base }: AddedLanguageRow, enabled: 0 | 1): Promise<void> {
    const { msg } = await this.client.keepLanguage({ params: { code }, body: { name, base, enabled } });
    this.ctx.toast.success(msg);
    await this.load();
  }

  async remove({ code }: AddedLanguageRow): Promise<void> {
    const { msg } = await this.client.removeLanguage({ params: { code } });
    this.ctx.toast.success(msg);
    await this.load();
  }

  /** The workbook of all texts with a column of this language. */
  exportWorkbook({ code }: AddedLanguageRow): Promise<boolean> {
    return downloadFile(this.ctx, (options) => this.client.exportFile({ query: { language: code } }, options));
  }

  closeForm(): void {
    this.editing?.form.dispose();
    this.editing = null;
  }

  dispose(): void {
    this.closeForm();
  }
}

import { type CallOptions, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { type FormItem, FormStore, ListStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { MAX_DIAGNOSIS_CODE, MAX_DIAGNOSIS_NAME } from '../../../contract/catalogue/catalogue-diagnosis.contract.ts';
import { catalogueDiagnosisContract, type DiagnosisListRow } from '../../../contract/catalogue/catalogue-diagnosis.contract.ts';
import { DiagnosisImportStore } from './diagnosis-import.store.ts';

interface DiagnosisForm {
  code: string;
  name: string;
}

export interface DiagnosisSearch {
  keyword: string;
  enabled: number;
}

/** The list of diagnoses: its rows, the dialog for one, the import of many. */
export class DiagnosisStore {
  readonly list: ListStore<DiagnosisListRow, DiagnosisSearch>;
  edited: { readonly form: FormStore<DiagnosisForm>; readonly row: DiagnosisListRow | null } | null = null;
  importing: DiagnosisImportStore | null = null;
  /** The person's organisations are enough to change the list, which is one for all facilities. */
  keeps = false;
  private readonly client: Client<typeof catalogueDiagnosisContract.routes>;

  constructor(private readonly ctx: WebContext) {
    this.client = createClient(catalogueDiagnosisContract, ctx.http);
    this.list = new ListStore<DiagnosisListRow, DiagnosisSearch>({
      rowKey: 'code',
      load: async (query, signal) => {
        const answer = await this.client.diagnoses({ query }, { signal, quiet: true });
        runInAction(() => {
          this.keeps = answer.data.keeps;
        });
        return answer;
      },
    });
    makeObservable(this, {
      edited: observableRef,
      importing: observableRef,
      keeps: observable,
      begin: action,
      end: action,
      beginImport: action,
      endImport: action,
    });
  }

  exportList = (options: CallOptions) => {
    const { keyword, enabled } = this.list.filter;
    return this.client.export({ query: { ...(keyword ? { keyword } : {}), ...(typeof enabled === 'number' ? { enabled } : {}) } }, options);
  };

  begin(row: DiagnosisListRow | null = null): void {
    const { t } = this.ctx;
    const fields: FormItem<DiagnosisForm>[] = [
      {
        kind: 'text',
        name: 'code',
        label: t('diagnosis.code'),
        required: true,
        maxLength: MAX_DIAGNOSIS_CODE,
        disabled: row !== null,
        ...(row ? {} : { help: t('diagnosis.codeHelp') }),
      },
      { kind: 'text', name: 'name', label: t('diagnosis.name'), required: true, maxLength: MAX_DIAGNOSIS_NAME },
    ];
    this.edited = { form: new FormStore<DiagnosisForm>({ fields: () => fields, initial: { code: row?.code ?? '', name: row?.name ?? '' } }), row };
  }

  end(): void {
    this.edited?.form.dispose();
    this.edited = null;
  }

  save = async ({ code, name }: DiagnosisForm, act: SaveAct): Promise<void> => {
    const row = this.edited?.row ?? null;
    const options = { ...act, quiet: true };
    const { msg } = row
      ? await this.client.update({ params: { id: row.code }, body: { name, enableMark: row.enableMark, version: row.version } }, options)
      : await this.client.create({ body: { code, name } }, options);
    this.ctx.toast.success(msg);
  };

  async setEnabled({ code, name, version }: DiagnosisListRow, enabled: boolean): Promise<void> {
    const { msg } = await this.client.update({ params: { id: code }, body: { name, enableMark: enabled ? 1 : 0, version } });
    this.ctx.toast.success(msg);
    await this.list.reload();
  }

  beginImport(): void {
    this.importing = new DiagnosisImportStore(this.ctx);
  }

  endImport(): void {
    this.importing?.dispose();
    this.importing = null;
    void this.list.reload();
  }

  dispose(): void {
    this.list.dispose();
    this.edited?.form.dispose();
    this.importing?.dispose();
  }
}

import { uploadFlaw, validationText } from '@nephra/plugin-sdk/contract';
import { type CallOptions, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { catalogueDiagnosisContract, DIAGNOSES_PER_CALL, type DiagnosisPreviewRow } from '../../../contract/catalogue/catalogue-diagnosis.contract.ts';

const TIMEOUT_MS = 120_000;
/** What may be chosen. */
export const WORKBOOKS = '.xlsx';

export type ImportStep = 'choose' | 'reading' | 'preview' | 'importing' | 'paused' | 'done';
export type RowFilter = 'all' | 'change' | 'wrong';

const changes = ({ kind }: DiagnosisPreviewRow): boolean => kind === 'new' || kind === 'renamed';

/** Way of a workbook from the choice of a file to its last row. What is done is done: the same file, chosen again, goes on with the rest. */
export class DiagnosisImportStore {
  step: ImportStep = 'choose';
  fileName = '';
  rows: readonly DiagnosisPreviewRow[] = [];
  filter: RowFilter = 'all';
  /** Why no file could be read, or what broke the run off; null: somebody called it off. */
  error: unknown = null;
  /** Of the rows that change something: how many are in the list by now. They are sent in order. */
  sent = 0;
  private readonly client: Client<typeof catalogueDiagnosisContract.routes>;
  private readonly life = new AbortController();
  private stopping = false;

  constructor(private readonly ctx: Pick<WebContext, 'http' | 'language'>) {
    this.client = createClient(catalogueDiagnosisContract, ctx.http);
    makeObservable(this, {
      step: observable,
      fileName: observable,
      rows: observableRef,
      filter: observable,
      error: observableRef,
      sent: observable,
      changing: computed,
      wrong: computed,
      shown: computed,
      setFilter: action,
      again: action,
    });
  }

  /** Rows that change the list. */
  get changing(): readonly DiagnosisPreviewRow[] {
    return this.rows.filter(changes);
  }

  get wrong(): readonly DiagnosisPreviewRow[] {
    return this.rows.filter(({ kind }) => kind === 'wrong');
  }

  get shown(): readonly DiagnosisPreviewRow[] {
    if (this.filter === 'all') return this.rows;
    return this.filter === 'wrong' ? this.wrong : this.changing;
  }

  template = (options: CallOptions) => this.client.template({}, options);

  setFilter(filter: RowFilter): void {
    this.filter = filter;
  }

  async open(file: File): Promise<void> {
    const flaw = uploadFlaw(file, { accept: WORKBOOKS });
    runInAction(() => {
      this.error = flaw ? new Error(validationText(flaw, this.ctx.language)) : null;
      this.step = flaw ? 'choose' : 'reading';
    });
    if (flaw) return;
    try {
      const { data } = await this.client.preview({ body: { file } }, { quiet: true, signal: this.life.signal, timeoutMs: TIMEOUT_MS });
      runInAction(() => {
        this.fileName = file.name;
        this.rows = data.list;
        this.sent = 0;
        this.filter = this.wrong.length > 0 ? 'wrong' : 'all';
        this.step = 'preview';
      });
    } catch (error) {
      runInAction(() => {
        this.step = 'choose';
        this.error = error;
      });
    }
  }

  /** Sends the rows that change something, in parts. */
  async run(): Promise<void> {
    const { changing } = this;
    this.stopping = false;
    runInAction(() => {
      this.step = 'importing';
      this.error = null;
    });
    while (this.sent < changing.length) {
      if (this.stopping || this.life.signal.aborted) return this.pause(null);
      const part = changing.slice(this.sent, this.sent + DIAGNOSES_PER_CALL);
      try {
        const list = part.map(({ code, name }) => ({ code, name }));
        await this.client.importRows({ body: { list } }, { quiet: true, signal: this.life.signal, timeoutMs: TIMEOUT_MS });
      } catch (error) {
        return this.pause(error);
      }
      runInAction(() => {
        this.sent += part.length;
      });
    }
    runInAction(() => {
      this.step = 'done';
    });
  }

  /** Ends the run after the part that is on its way. */
  stop(): void {
    this.stopping = true;
  }

  /** Back to the choice of a file. */
  again(): void {
    this.step = 'choose';
    this.rows = [];
    this.error = null;
    this.filter = 'all';
  }

  dispose(): void {
    this.life.abort();
  }

  private pause(error: unknown): void {
    runInAction(() => {
      this.step = 'paused';
      this.error = error;
    });
  }
}

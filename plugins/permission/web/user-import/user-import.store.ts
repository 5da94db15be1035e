import { uploadFlaw, validationText } from '@nephra/plugin-sdk/contract';
import { type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type ImportRow, type PreviewRow, userImportContract } from '../../contract/index.ts';
import { inManagerOrder } from '../../domain/user-import/compare-rows.ts';

/** Rows of one call: small enough that others are served in between, and that calling off works at once. */
const ROWS_PER_CALL = 250;
const READ_TIMEOUT_MS = 120_000;
const DRAFT = 'user-import';
/** What may be chosen. */
export const WORKBOOKS = '.xlsx';

export type ImportStep =
  | { readonly kind: 'choose' }
  | { readonly kind: 'reading' }
  | { readonly kind: 'preview' }
  | { readonly kind: 'importing' }
  /** The line broke off, or somebody called it off; what is done is done. */
  | { readonly kind: 'paused'; readonly error: unknown }
  | { readonly kind: 'done' };

/** A workbook that was uploaded and maybe imported in part; kept so that another visit can go on with it. */
interface OpenFile {
  readonly fileName: string;
  readonly name: string;
}

export type RowFilter = 'all' | 'wrong' | 'right';

/** Way of a workbook from the choice of a file to its last row. Goes on after a lost line, a closed page, a second visit. */
export class UserImportStore {
  step: ImportStep = { kind: 'choose' };
  file: OpenFile | null = null;
  rows: readonly PreviewRow[] = [];
  filter: RowFilter = 'all';
  /** Of an earlier visit, not finished. */
  unfinished: OpenFile | null;
  error: unknown = null;
  /** Rows of this run that have their answer, and rows that it has. */
  answered = 0;
  total = 0;
  private readonly client: Client<typeof userImportContract.routes>;
  private readonly life = new AbortController();
  private stopping = false;

  constructor(private readonly ctx: Pick<WebContext, 'http' | 'drafts' | 'language'>) {
    this.client = createClient(userImportContract, ctx.http);
    this.unfinished = ctx.drafts.load<OpenFile>(DRAFT) ?? null;
    makeObservable(this, {
      step: observableRef,
      file: observableRef,
      rows: observableRef,
      filter: observable,
      unfinished: observableRef,
      error: observableRef,
      answered: observable,
      total: observable,
      wrong: computed,
      ready: computed,
      there: computed,
      shown: computed,
      setFilter: action,
      stop: action,
      again: action,
    });
  }

  /** Rows that cannot be imported as they are. */
  get wrong(): readonly PreviewRow[] {
    return this.rows.filter((row) => !row.imported && row.errors.length > 0);
  }

  /** Rows that can be imported and are not yet. */
  get ready(): readonly PreviewRow[] {
    return this.rows.filter((row) => !row.imported && row.errors.length === 0);
  }

  /** Rows whose users are there. */
  get there(): readonly PreviewRow[] {
    return this.rows.filter((row) => row.imported);
  }

  get shown(): readonly PreviewRow[] {
    if (this.filter === 'all') return this.rows;
    return this.filter === 'wrong' ? this.wrong : this.rows.filter((row) => row.imported || row.errors.length === 0);
  }

  get busy(): boolean {
    return this.step.kind === 'reading' || this.step.kind === 'importing';
  }

  template = (options: object) => this.client.template({}, options);
  errorWorkbook = (options: object) => this.client.exportErrors({ body: { fileName: this.file?.fileName ?? '' } }, options);

  setFilter(filter: RowFilter): void {
    this.filter = filter;
  }

  async open(file: File): Promise<void> {
    const flaw = uploadFlaw(file, { accept: WORKBOOKS });
    if (flaw) {
      runInAction(() => {
        this.error = new Error(validationText(flaw, this.ctx.language));
      });
      return;
    }
    await this.read(async () => {
      const { data } = await this.client.upload({ body: { file } }, { quiet: true, signal: this.life.signal, timeoutMs: READ_TIMEOUT_MS });
      return { fileName: data.name, name: file.name };
    });
  }

  /** Goes on with the workbook of an earlier visit. */
  async resume(): Promise<void> {
    const { unfinished } = this;
    if (unfinished) await this.read(async () => unfinished);
  }

  /** Sends the rows that can be imported, in parts, managers before those who report to them. */
  async run(): Promise<void> {
    const waiting = inManagerOrder(this.ready.map((row) => ({ account: row.account ?? '', manager: row.manager, row }))).map(({ row }) => row);
    this.stopping = false;
    runInAction(() => {
      this.step = { kind: 'importing' };
      this.answered = 0;
      this.total = waiting.length;
    });
    for (let at = 0; at < waiting.length; at += ROWS_PER_CALL) {
      if (this.stopping || this.life.signal.aborted) return this.pause(null);
      const part = waiting.slice(at, at + ROWS_PER_CALL);
      try {
        const { data } = await this.client.importData(
          { body: { list: part.map(sentRow) } },
          { quiet: true, signal: this.life.signal, timeoutMs: READ_TIMEOUT_MS },
        );
        runInAction(() => this.take(part, data.failResult));
      } catch (error) {
        return this.pause(error);
      }
    }
    runInAction(() => {
      this.step = { kind: 'done' };
      this.filter = this.wrong.length > 0 ? 'wrong' : 'all';
      this.forget();
    });
  }

  /** Ends the run after the part that is on its way. */
  stop(): void {
    this.stopping = true;
  }

  /** Back to the choice of a file: the mended one, or another. */
  again(): void {
    this.step = { kind: 'choose' };
    this.file = null;
    this.rows = [];
    this.error = null;
    this.filter = 'all';
  }

  dispose(): void {
    this.life.abort();
  }

  private async read(take: () => Promise<OpenFile>): Promise<void> {
    runInAction(() => {
      this.step = { kind: 'reading' };
      this.error = null;
    });
    try {
      const file = await take();
      const { data } = await this.client.preview({ query: { fileName: file.fileName } }, { quiet: true, signal: this.life.signal, timeoutMs: READ_TIMEOUT_MS });
      runInAction(() => {
        this.file = file;
        this.rows = data.dataRow;
        this.filter = this.wrong.length > 0 ? 'wrong' : 'all';
        this.step = { kind: 'preview' };
        this.ctx.drafts.save(DRAFT, file);
        this.unfinished = null;
      });
    } catch (error) {
      runInAction(() => {
        this.step = { kind: 'choose' };
        this.error = error;
        this.forget();
      });
    }
  }

  private take(part: readonly PreviewRow[], failed: readonly PreviewRow[]): void {
    const failures = new Map(failed.map((row) => [row.rowKey, row]));
    const sent = new Set(part.map((row) => row.rowKey));
    this.rows = this.rows.map((row) => (sent.has(row.rowKey) ? (failures.get(row.rowKey) ?? { ...row, imported: true }) : row));
    this.answered += part.length;
  }

  private pause(error: unknown): void {
    runInAction(() => {
      this.step = { kind: 'paused', error };
    });
  }

  private forget(): void {
    this.unfinished = null;
    this.ctx.drafts.clear(DRAFT);
  }
}

/** What the call takes: the texts and the name of the row. */
function sentRow({ errors: _errors, errorsInfo: _info, imported: _imported, manager: _manager, ...row }: PreviewRow): ImportRow {
  return row;
}

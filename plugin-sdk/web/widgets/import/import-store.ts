import { uploadFlaw, validationText } from '@nephra/plugin-sdk/contract';
import type { CallOptions, CallResult, WebContext } from '@nephra/plugin-sdk/web';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';

/** Rows of one call: small enough that others are served in between, and that calling off works at once. */
const ROWS_PER_CALL = 250;
const READ_TIMEOUT_MS = 120_000;
/** What may be chosen. */
export const WORKBOOKS = '.xlsx';

/** A row of a workbook as the server checked it, beside its cells in texts. */
export interface CheckedRow {
  /** Names the row for good: sent again, it is not imported again. */
  readonly rowKey?: string;
  /** Number of the row in its sheet. */
  readonly rowNumber?: number;
  readonly errors: readonly { readonly field: string; readonly msg: string }[];
  /** All errors in one text. */
  readonly errorsInfo: string;
  /** True when an earlier call imported this row, or all that it says stands there. */
  readonly imported: boolean;
  /** What importing it does; left out where every row is a new record. */
  readonly act?: 'create' | 'edit' | 'keep' | '';
}

/** What the server read of a workbook. */
export interface CheckedFile<Row extends CheckedRow> {
  readonly dataRow: readonly Row[];
  /** Headings that mean nothing; their columns are left out. */
  readonly unknown?: readonly string[];
}

/** The calls behind an import (spec 7.11-15): workbook to fill in, upload, check, import of checked rows, workbook of the wrong ones. */
export interface ImportCalls<Row extends CheckedRow> {
  template(input: Record<never, never>, options?: CallOptions): Promise<CallResult<File>>;
  upload(input: { readonly body: { readonly file: File } }, options?: CallOptions): Promise<CallResult<{ readonly name: string }>>;
  preview(input: { readonly query: { readonly fileName: string } }, options?: CallOptions): Promise<CallResult<CheckedFile<Row>>>;
  importData(input: { readonly body: { readonly list: never[] } }, options?: CallOptions): Promise<CallResult<{ readonly failResult: readonly Row[] }>>;
  exportErrors(input: { readonly body: { readonly fileName: string } }, options?: CallOptions): Promise<CallResult<File>>;
}

export interface ImportOptions<Row extends CheckedRow> {
  readonly calls: ImportCalls<Row>;
  /** Unique in the plugin: a workbook that was not imported to its end is found again by it. */
  readonly draftKey: string;
  /** Order in which rows are sent. Default: as they stand in the sheet. */
  readonly inOrder?: (rows: readonly Row[]) => readonly Row[];
  /** What is sent of a row. */
  readonly sent: (row: Row) => object;
}

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
export class ImportStore<Row extends CheckedRow> {
  step: ImportStep = { kind: 'choose' };
  file: OpenFile | null = null;
  rows: readonly Row[] = [];
  /** Headings of the workbook that mean nothing. */
  unknown: readonly string[] = [];
  filter: RowFilter = 'all';
  /** Of an earlier visit, not finished. */
  unfinished: OpenFile | null;
  error: unknown = null;
  /** Rows of this run that have their answer, and rows that it has. */
  answered = 0;
  total = 0;
  private readonly life = new AbortController();
  private stopping = false;

  constructor(
    private readonly ctx: Pick<WebContext, 'drafts' | 'language'>,
    private readonly options: ImportOptions<Row>,
  ) {
    this.unfinished = ctx.drafts.load<OpenFile>(options.draftKey) ?? null;
    makeObservable(this, {
      step: observableRef,
      file: observableRef,
      rows: observableRef,
      unknown: observableRef,
      filter: observable,
      unfinished: observableRef,
      error: observableRef,
      answered: observable,
      total: observable,
      wrong: computed,
      ready: computed,
      there: computed,
      unchanged: computed,
      shown: computed,
      setFilter: action,
      stop: action,
      again: action,
    });
  }

  /** Rows that cannot be imported as they are. */
  get wrong(): readonly Row[] {
    return this.rows.filter((row) => !row.imported && row.errors.length > 0);
  }

  /** Rows that can be imported and are not yet. */
  get ready(): readonly Row[] {
    return this.rows.filter((row) => !row.imported && row.errors.length === 0);
  }

  /** Rows that are imported. */
  get there(): readonly Row[] {
    return this.rows.filter((row) => row.imported && row.act !== 'keep');
  }

  /** Rows of which everything stood there before. */
  get unchanged(): readonly Row[] {
    return this.rows.filter((row) => row.imported && row.act === 'keep');
  }

  get shown(): readonly Row[] {
    if (this.filter === 'all') return this.rows;
    return this.filter === 'wrong' ? this.wrong : this.rows.filter((row) => row.imported || row.errors.length === 0);
  }

  get busy(): boolean {
    return this.step.kind === 'reading' || this.step.kind === 'importing';
  }

  readonly template = (options: CallOptions) => this.options.calls.template({}, options);
  readonly errorWorkbook = (options: CallOptions) => this.options.calls.exportErrors({ body: { fileName: this.file?.fileName ?? '' } }, options);

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
      const { data } = await this.options.calls.upload({ body: { file } }, { quiet: true, signal: this.life.signal, timeoutMs: READ_TIMEOUT_MS });
      return { fileName: data.name, name: file.name };
    });
  }

  /** Goes on with the workbook of an earlier visit. */
  async resume(): Promise<void> {
    const { unfinished } = this;
    if (unfinished) await this.read(async () => unfinished);
  }

  /** Sends the rows that can be imported, in parts. */
  async run(): Promise<void> {
    const { inOrder, sent, calls } = this.options;
    const waiting = inOrder?.(this.ready) ?? this.ready;
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
        const { data } = await calls.importData(
          { body: { list: part.map(sent) as never[] } },
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
    this.unknown = [];
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
      const { data } = await this.options.calls.preview(
        { query: { fileName: file.fileName } },
        { quiet: true, signal: this.life.signal, timeoutMs: READ_TIMEOUT_MS },
      );
      runInAction(() => {
        this.file = file;
        this.rows = data.dataRow;
        this.unknown = data.unknown ?? [];
        this.filter = this.wrong.length > 0 ? 'wrong' : 'all';
        this.step = { kind: 'preview' };
        this.ctx.drafts.save(this.options.draftKey, file);
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

  private take(part: readonly Row[], failed: readonly Row[]): void {
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
    this.ctx.drafts.clear(this.options.draftKey);
  }
}

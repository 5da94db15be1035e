import type { CallOptions, CallResult, WebContext } from '@nephra/plugin-sdk/web';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import type { PreviewedChange } from './import-preview.dialog.tsx';
import { toldImport } from './told-import.ts';

/** What a file would change, entry by entry, and whatever else the server says about it. */
export interface PreviewedFile<Row extends PreviewedChange> {
  readonly list: readonly Row[];
}

export interface FilePreviewCalls<Found> {
  /** Looks at a file and changes nothing. */
  readonly look: (file: File) => Promise<{ readonly data: Found }>;
  readonly take: (file: File, options: CallOptions) => Promise<CallResult<unknown>>;
  /** Reads anew what the file changed. */
  readonly onTaken: () => Promise<unknown>;
}

/** A file that is looked at before it is taken over: what it would change (`FileImport` shows it), and the same file once somebody said yes. */
export class FilePreviewStore<Row extends PreviewedChange, Found extends PreviewedFile<Row> = PreviewedFile<Row>> {
  /** What the file would change; null: none is looked at. */
  found: Found | null = null;
  private file: File | null = null;

  constructor(
    private readonly ctx: Pick<WebContext, 'toast'>,
    private readonly calls: FilePreviewCalls<Found>,
  ) {
    makeObservable(this, { found: observableRef, close: action });
  }

  /** @throws ApiError that the shell has told: the file is none of these, and nothing is shown */
  look = async (file: File): Promise<void> => {
    const { data } = await this.calls.look(file);
    runInAction(() => {
      this.file = file;
      this.found = data;
    });
  };

  /** @throws ApiError that the shell has told; the preview stays */
  take = async (): Promise<void> => {
    const { file } = this;
    if (!file) return;
    await toldImport(this.ctx.toast, (options) => this.calls.take(file, options));
    this.close();
    await this.calls.onTaken();
  };

  close = (): void => {
    this.file = null;
    this.found = null;
  };
}

import { ActGroup, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormDialogStore, ListStore } from '@nephra/plugin-sdk/widgets';
import { makeObservable, observable, observableRef, runInAction } from 'mobx';
import { dialysisFileContract } from '../../contract/file.contract.ts';
import type { HistoryRow, PrescriptionView, WholeFile } from '../../contract/file.schema.ts';
import type { ChoiceSource, FileClient } from '../asked.ts';

export const FILE_TABS = ['overview', 'prescription', 'pattern', 'weight', 'access', 'infection', 'consents', 'history'] as const;
export type FileTab = (typeof FILE_TABS)[number];

export type FileState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'ready'; readonly file: WholeFile };

/** One dialysis file that is open: its parts, its history, and the form that somebody fills in. */
export class OpenFileStore {
  state: FileState = { kind: 'loading' };
  tab: FileTab = 'overview';
  readonly history: ListStore<HistoryRow, object>;
  readonly client: FileClient;
  readonly asking: FormDialogStore<FileClient>;
  readonly acts;

  constructor(
    readonly patientId: string,
    private readonly ctx: Pick<WebContext, 'http' | 't' | 'toast'>,
    readonly source: ChoiceSource,
    /** Called after the file was changed here. */
    private readonly onChanged: () => void,
  ) {
    this.client = createClient(dialysisFileContract, ctx.http);
    this.asking = new FormDialogStore(this.client, ctx.toast);
    this.acts = new ActGroup({}, 'dialysis-file');
    this.history = new ListStore<HistoryRow, object>({
      rowKey: 'changeId',
      load: (query, signal) => this.client.history({ params: { id: patientId }, query }, { signal, quiet: true }),
    });
    makeObservable(this, { state: observableRef, tab: observable });
  }

  get file(): WholeFile | undefined {
    return this.state.kind === 'ready' ? this.state.file : undefined;
  }

  async load(): Promise<void> {
    try {
      const { data: file } = await this.client.file({ params: { id: this.patientId } }, { quiet: true });
      runInAction(() => {
        this.state = { kind: 'ready', file };
      });
    } catch (error) {
      runInAction(() => {
        this.state = { kind: 'failed', error };
      });
    }
  }

  async show(tab: FileTab): Promise<void> {
    runInAction(() => {
      this.tab = tab;
    });
    if (tab === 'history') await this.history.reload();
  }

  /** Signs a proposal as it was read. */
  sign = (rx: PrescriptionView): Promise<unknown> =>
    this.acts.run(
      rx.prescriptionId,
      ['sign', rx.version],
      (options) => this.client.sign({ params: { id: this.patientId, partId: rx.prescriptionId }, body: { version: rx.version } }, options),
      ({ msg }) => this.changed(msg),
    );

  dropDraft = (rx: PrescriptionView): Promise<unknown> =>
    this.acts.run(
      rx.prescriptionId,
      ['drop'],
      (options) => this.client.dropDraft({ params: { id: this.patientId, partId: rx.prescriptionId } }, options),
      ({ msg }) => this.changed(msg),
    );

  private async changed(msg: string): Promise<void> {
    this.ctx.toast.success(msg);
    await this.refresh();
  }

  /** Reads the file anew after it was changed. */
  async refresh(): Promise<void> {
    this.onChanged();
    await this.load();
    if (this.tab === 'history') await this.history.reload();
  }

  dispose(): void {
    this.history.dispose();
    this.asking.end();
  }
}

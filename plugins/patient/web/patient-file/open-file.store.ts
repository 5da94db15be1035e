import { type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, ListStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type FileChange, type MergeRecord, type PatientFile, patientContract } from '../../contract/index.ts';
import { MAX_REASON, MIN_REASON } from '../../contract/limits.ts';
import type { FileTabs } from './file-tabs.tsx';

export interface RevealedNumbers {
  readonly patientIdcard: string;
  readonly phone?: string;
  readonly contactPhone?: string;
}

/** Why somebody acts; asked before full numbers are shown, files are disabled and merges are undone. */
export interface ReasonValues {
  readonly reason: string;
}

export type FileState =
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'open';
      readonly file: PatientFile;
      /** The file that is left, when this one was merged. */
      readonly left: PatientFile | null;
    }
  | { readonly kind: 'failed'; readonly error: unknown };

export type FileTab = 'file' | 'records' | 'history' | 'merges';

/** What the reason is asked for. */
export type Question = { readonly kind: 'reveal' } | { readonly kind: 'state' } | { readonly kind: 'separate'; readonly merge: MergeRecord };

/** One patient file that is open beside the list: the file, its history, its merges, and the acts that ask for a reason. */
export class OpenFileStore {
  state: FileState = { kind: 'loading' };
  tab: FileTab = 'file';
  /** Draws an open file. It comes beside the file itself: the list goes without. */
  tabs: typeof FileTabs | null = null;
  revealed: RevealedNumbers | null = null;
  merges: readonly MergeRecord[] | null = null;
  question: Question | null = null;
  reason: FormStore<ReasonValues> | null = null;
  readonly history: ListStore<FileChange, object>;
  private readonly client: Client<typeof patientContract.routes>;

  constructor(
    readonly patientId: string,
    private readonly ctx: Pick<WebContext, 'http' | 't' | 'toast'>,
    /** Called after the file was changed here. */
    private readonly onChanged: () => void,
  ) {
    this.client = createClient(patientContract, ctx.http);
    this.history = new ListStore<FileChange, object>({
      rowKey: 'id',
      load: (query, signal) => this.client.history({ params: { id: patientId }, query }, { signal, quiet: true }),
    });
    makeObservable(this, {
      state: observableRef,
      tab: observable,
      revealed: observableRef,
      merges: observableRef,
      question: observableRef,
      reason: observableRef,
      ask: action,
      closeQuestion: action,
      hide: action,
    });
  }

  get file(): PatientFile | undefined {
    return this.state.kind === 'open' ? this.state.file : undefined;
  }

  async load(): Promise<void> {
    try {
      const [{ FileTabs }, { data: file }] = await Promise.all([
        import('./file-tabs.tsx'),
        this.client.file({ params: { id: this.patientId } }, { quiet: true }),
      ]);
      const left = file.mergedInto === null ? null : (await this.client.file({ params: { id: file.mergedInto } }, { quiet: true })).data;
      runInAction(() => {
        this.tabs = FileTabs;
        this.state = { kind: 'open', file, left };
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
    if (tab === 'merges') await this.loadMerges();
  }

  async loadMerges(): Promise<void> {
    const { data } = await this.client.merges({ params: { id: this.patientId } });
    runInAction(() => {
      this.merges = data.list;
    });
  }

  ask(question: Question): void {
    this.question = question;
    this.reason = new FormStore<ReasonValues>({
      fields: () => [
        {
          kind: 'textarea',
          name: 'reason',
          label: this.ctx.t('reason.label'),
          required: true,
          maxLength: MAX_REASON,
          span: 2,
          rows: 3,
          placeholder: this.ctx.t(`reason.${question.kind}Hint`),
          check: ({ reason }) => (reason.trim() !== '' && reason.trim().length < MIN_REASON ? this.ctx.t('reason.short') : undefined),
        },
      ],
      initial: { reason: '' },
    });
  }

  /** Masks the numbers again. */
  hide(): void {
    this.revealed = null;
  }

  closeQuestion(): void {
    this.question = null;
    this.reason = null;
  }

  /** Does what the reason was asked for. Rejects with the server's refusal, which the dialog shows. */
  answer = async ({ reason: typed }: ReasonValues, act: SaveAct): Promise<void> => {
    const { question, file } = this;
    if (!question || !file) return;
    const body = { reason: typed.trim() };
    const params = { id: this.patientId };
    const options = { ...act, quiet: true };
    if (question.kind === 'reveal') {
      const { data } = await this.client.reveal({ params, body }, options);
      runInAction(() => {
        this.revealed = data;
      });
      return;
    }
    const answered =
      question.kind === 'state'
        ? await this.client.state({ params, body: { ...body, enableMark: file.enableMark === 1 ? 0 : 1, version: file.version } }, options)
        : await this.client.separate({ params: { id: question.merge.id }, body }, options);
    this.ctx.toast.success(answered.msg);
    await this.refresh();
  };

  /** Reads the file anew after it was changed, here or in a form. */
  async refresh(): Promise<void> {
    this.onChanged();
    await this.load();
    await this.show(this.tab);
  }

  dispose(): void {
    this.history.dispose();
    this.reason?.dispose();
  }
}

import { ActGroup, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, ListStore } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type SyncItem, type SyncRun, syncContract } from '../../contract/sync/sync.contract.ts';
import { SYNC_DIRECTIONS, SYNC_SOURCES, type SyncAct, type SyncChoice, type SyncDirection, type SyncSource } from '../../contract/sync/sync-limits.ts';

const LOOK_EVERY_MS = 1_500;

export const isAtWork = ({ state }: SyncRun): boolean => state !== 'preview' && state !== 'done' && state !== 'undone';

export interface ItemFilter {
  readonly act: SyncAct | '';
}
interface AskForm {
  readonly direction: SyncDirection;
  readonly source: SyncSource;
  readonly organizeId: string;
}
export interface OpenRun {
  readonly run: SyncRun;
  readonly items: ListStore<SyncItem, ItemFilter>;
}

/** Syncs of departments and people, and the one that is looked at. */
export class SyncStore {
  readonly list: ListStore<SyncRun, object>;
  asking: FormStore<AskForm> | null = null;
  opened: OpenRun | null = null;
  /** What is agreed to. */
  acts: readonly SyncChoice[] = [];
  busy = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly client: Client<typeof syncContract.routes>;
  private readonly group = new ActGroup({}, 'wechat.sync');

  constructor(private readonly ctx: WebContext) {
    this.client = createClient(syncContract, ctx.http);
    this.list = new ListStore<SyncRun, object>({
      rowKey: 'id',
      load: async (query, signal) => {
        const answer = await this.client.runs({ query }, { signal, quiet: true });
        this.lookAgain(answer.data.list);
        return answer;
      },
    });
    makeObservable(this, {
      ...{ asking: observableRef, opened: observableRef, acts: observableRef, busy: observable },
      ...{ ask: action, closeAsking: action, open: action, close: action, toggle: action },
    });
  }

  ask(): void {
    const { t } = this.ctx;
    this.asking = new FormStore<AskForm>({
      fields: () => [
        {
          ...{ kind: 'radio', name: 'direction', label: t('sync.direction'), required: true, span: 2 },
          options: SYNC_DIRECTIONS.map((value) => ({ value, text: t(`sync.directions.${value}`) })),
        },
        {
          ...{ kind: 'radio', name: 'source', label: t('sync.source'), required: true, span: 2 },
          options: SYNC_SOURCES.map((value) => ({ value, text: t(`sync.sources.${value}`) })),
        },
        { kind: 'organize', name: 'organizeId', label: t('sync.org'), help: t('sync.organisationHelp'), required: true, span: 2 },
      ],
      initial: { direction: 'in', source: 'wecom', organizeId: '' },
    });
  }

  closeAsking(): void {
    this.asking?.dispose();
    this.asking = null;
  }

  /** Reads and compares; what was found opens. */
  preview = async ({ direction, source, organizeId }: AskForm): Promise<void> => {
    const { data } = await this.client.preview({ body: { organizeId, source, direction } }, { quiet: true });
    await this.list.reload();
    const run = this.list.rows.find(({ id }) => id === data.id);
    if (run) this.open(run);
  };

  open(run: SyncRun): void {
    this.opened?.items.dispose();
    this.acts = [];
    if (run.adds > 0) this.acts = [...this.acts, 'add'];
    if (run.changes > 0) this.acts = [...this.acts, 'change'];
    if (run.disables > 0) this.acts = [...this.acts, 'disable'];
    const items = new ListStore<SyncItem, ItemFilter>({
      rowKey: (row) => String(row.lineNo),
      filter: { act: '' },
      load: (query, signal) => this.client.items({ params: { id: run.id }, query }, { signal, quiet: true }),
    });
    this.opened = { run, items };
  }

  close(): void {
    this.opened?.items.dispose();
    this.opened = null;
  }

  toggle(act: SyncChoice): void {
    this.acts = this.acts.includes(act) ? this.acts.filter((one) => one !== act) : [...this.acts, act];
  }

  apply = (run: SyncRun): Promise<void> =>
    this.run(run, ['apply', ...this.acts], (options) => this.client.apply({ params: { id: run.id }, body: { acts: [...this.acts] } }, options));

  undo = (run: SyncRun): Promise<void> => this.run(run, ['undo', run.endTime], (options) => this.client.undo({ params: { id: run.id } }, options));

  dispose(): void {
    clearTimeout(this.timer);
    this.list.dispose();
    this.opened?.items.dispose();
    this.asking?.dispose();
  }

  private async run(
    { id }: SyncRun,
    content: readonly unknown[],
    send: (options: Parameters<Client<typeof syncContract.routes>['undo']>[1]) => Promise<{ readonly data: null; readonly msg: string }>,
  ): Promise<void> {
    if (this.busy) return;
    runInAction(() => {
      this.busy = true;
    });
    try {
      const end = await this.group.run(id, content, send);
      if (end.kind !== 'done') return;
      this.ctx.toast.success(end.answer.msg);
      runInAction(() => this.close());
      await this.list.reload();
    } finally {
      runInAction(() => {
        this.busy = false;
      });
    }
  }

  /** While one is at work the list is read again by itself. */
  private lookAgain(rows: readonly SyncRun[]): void {
    clearTimeout(this.timer);
    if (rows.some(isAtWork)) this.timer = setTimeout(() => void this.list.reload(), LOOK_EVERY_MS);
  }
}

import { Act, ActGroup, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { ListStore } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { dataModelContract, type TableRow } from '../../contract/model/data-model.contract.ts';
import { OWN_SOURCE } from '../../contract/source/source-limits.ts';
import { dataSyncContract, type SyncRun } from '../../contract/sync/data-sync.contract.ts';
import { type SourceChoice, sourceChoices } from '../source/source-choice.ts';

/** What the check answered, and about what. */
export interface Checked {
  readonly source: string;
  readonly table: string;
  /** 0 go, 1 nothing to copy, 2 the target is made, 3 the target is emptied. */
  readonly verdict: number;
}

export const isUnderWay = ({ state }: Pick<SyncRun, 'state'>): boolean => state === 'waiting' || state === 'running';
const LOOK_AGAIN_MS = 2_000;

/** State of the page of copies: those that ran, and the one that is asked for. */
export class DataSyncStore {
  readonly list: ListStore<SyncRun, { readonly keyword: string }>;
  sources: readonly SourceChoice[] = [];
  tables: readonly TableRow[] = [];
  source = '';
  table = '';
  /** The dialog of a new copy is open. */
  asking = false;
  checking = false;
  checked: Checked | null = null;
  /** Run whose refused rows are shown. */
  refused: SyncRun | null = null;
  readonly client: Client<typeof dataSyncContract.routes>;
  private readonly models: Client<typeof dataModelContract.routes>;
  private readonly starting: Act;
  private readonly acts = new ActGroup({}, 'systemData.dataSync');
  private again: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(private readonly ctx: WebContext) {
    this.client = createClient(dataSyncContract, ctx.http);
    this.models = createClient(dataModelContract, ctx.http);
    this.starting = new Act(ctx, 'data-sync');
    this.list = new ListStore<SyncRun, { readonly keyword: string }>({
      rowKey: 'id',
      load: async (query, signal) => {
        const page = await this.client.runs({ query }, { signal, quiet: true });
        this.lookAgain(page.data.list.some(isUnderWay));
        return page;
      },
    });
    makeObservable(this, {
      sources: observableRef,
      tables: observableRef,
      source: observable,
      table: observable,
      asking: observable,
      checking: observable,
      checked: observableRef,
      refused: observableRef,
      ask: action,
      close: action,
      chooseTable: action,
      showRefused: action,
    });
  }

  ask(): void {
    this.asking = true;
    this.checked = null;
    sourceChoices(this.ctx, false).then(
      (found) =>
        runInAction(() => {
          this.sources = found;
        }),
      () => undefined,
    );
  }
  close(): void {
    this.asking = false;
    this.checked = null;
  }
  showRefused(run: SyncRun | null): void {
    this.refused = run;
  }

  async chooseSource(source: string): Promise<void> {
    runInAction(() => {
      this.source = source;
      this.table = '';
      this.tables = [];
      this.checked = null;
    });
    const { data } = await this.models.tables({ params: { id: source }, query: {} });
    runInAction(() => {
      if (this.source === source) this.tables = data.list;
    });
  }
  chooseTable(table: string): void {
    this.table = table;
    this.checked = null;
  }

  async check(): Promise<void> {
    const { source, table } = this;
    runInAction(() => {
      this.checking = true;
    });
    try {
      const { data } = await this.client.check({ body: { dbConnectionFrom: source, dbConnectionTo: OWN_SOURCE, dbTable: table } });
      runInAction(() => {
        if (this.source === source && this.table === table) this.checked = { source, table, verdict: data };
      });
    } finally {
      runInAction(() => {
        this.checking = false;
      });
    }
  }

  async execute({ source, table, verdict }: Checked): Promise<void> {
    const body = { dbConnectionFrom: source, dbConnectionTo: OWN_SOURCE, dbTable: table, type: verdict };
    const end = await this.starting.run(body, (options) => this.client.execute({ body }, options));
    if (end.kind !== 'done') return;
    this.ctx.toast.success(end.answer.msg);
    this.close();
    await this.list.reload();
  }

  cancel = (run: SyncRun): Promise<void> => this.tell(run, 'cancel', (options) => this.client.cancel({ params: { id: run.id } }, options));
  resume = (run: SyncRun): Promise<void> => this.tell(run, 'resume', (options) => this.client.resume({ params: { id: run.id } }, options));

  dispose(): void {
    this.closed = true;
    clearTimeout(this.again);
    this.list.dispose();
  }

  /** While a copy is under way its figures are read anew. */
  private lookAgain(open: boolean): void {
    clearTimeout(this.again);
    if (!open || this.closed) return;
    this.again = setTimeout(() => void this.list.reload(), LOOK_AGAIN_MS);
  }

  private async tell(run: SyncRun, what: string, send: Parameters<ActGroup['run']>[2]): Promise<void> {
    const end = await this.acts.run(run.id, [what, run.state, run.endTime], send);
    if (end.kind !== 'done') return;
    this.ctx.toast.success((end.answer as { readonly msg: string }).msg);
    await this.list.reload();
  }
}

import { endOfDay, startOfDay } from '@nephra/plugin-sdk/contract';
import { ActGroup, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { ListStore } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { LOG_TYPES, type LogType } from '../../contract/log/limits.ts';
import { logContract, type LogRow } from '../../contract/log/log.contract.ts';

/** Lines of a log are told apart by the second. */
export const SECONDS = 'YYYY-MM-DD HH:mm:ss';

export interface LogFilter {
  readonly keyword: string;
  readonly userName: string;
  readonly ipaddress: string;
  readonly moduleName: string;
  readonly requestMethod: string;
  /** Milliseconds of the first moment of a day. */
  readonly from: number;
  readonly to: number;
}

const queryOf = ({ from, to, ...rest }: Partial<LogFilter>) => ({
  ...rest,
  ...(from === undefined ? {} : { startTime: startOfDay(from) }),
  ...(to === undefined ? {} : { endTime: endOfDay(to) }),
});

/** State of one of the four logs: the list, and the line that is open beside it. */
export class LogStore {
  readonly list: ListStore<LogRow, LogFilter>;
  /** Id of the open line. */
  open: string | null = null;
  /** A search for words stopped at this moment, in milliseconds; null when it looked at everything. */
  searchedBackTo: number | null = null;
  readonly client: Client<typeof logContract.routes>;
  private readonly acts = new ActGroup({}, 'system.log');

  constructor(
    private readonly ctx: WebContext,
    readonly type: LogType,
  ) {
    this.client = createClient(logContract, ctx.http);
    this.list = new ListStore<LogRow, LogFilter>({
      rowKey: 'id',
      load: async ({ from, to, ...query }, signal) => {
        const page = await this.client.list({ params: { type }, query: { ...query, ...queryOf({ from, to }) } }, { signal, quiet: true });
        runInAction(() => {
          this.searchedBackTo = page.data.searchedBackTo;
        });
        return page;
      },
    });
    makeObservable(this, { open: observableRef, searchedBackTo: observableRef, show: action });
  }

  /** Entries of the audit log stay. */
  get removable(): boolean {
    return this.type === LOG_TYPES.request || this.type === LOG_TYPES.exception;
  }

  get query() {
    return queryOf(this.list.filter);
  }

  show = (id: string | null): void => {
    this.open = id;
  };

  /** Goes on with the day at which the search stopped. */
  searchEarlier = (): void => {
    if (this.searchedBackTo !== null) void this.list.search({ to: startOfDay(this.searchedBackTo) });
  };

  removeChosen = async (): Promise<void> => {
    const ids = this.list.selectedRows.map(({ id }) => id);
    await this.tell('chosen', ids, (options) => this.client.remove({ body: { ids } }, options));
  };

  clear = (): Promise<void> => this.tell('all', this.type, (options) => this.client.clear({ params: { type: this.type } }, options));

  dispose(): void {
    this.list.dispose();
  }

  private async tell(what: string, content: unknown, send: Parameters<ActGroup['run']>[2]): Promise<void> {
    const end = await this.acts.run(what, content, send);
    if (end.kind !== 'done') return;
    this.ctx.toast.success((end.answer as { readonly msg: string }).msg);
    this.list.clearSelection();
    await this.list.reload();
  }
}

import { type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { ListStore } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type JobRunView, type JobRunWithLines, jobsContract } from '../../../contract/jobs.contract.ts';

type Opened = { readonly kind: 'loading' } | { readonly kind: 'ready'; readonly run: JobRunWithLines } | { readonly kind: 'failed'; readonly error: unknown };

/** The runs of one job, and the one whose log shows. */
export class JobRunsStore {
  readonly runs: ListStore<JobRunView>;
  /** The run whose log shows; null while the job has none. */
  runId: string | null = null;
  opened: Opened = { kind: 'loading' };
  private readonly name: string;
  private readonly client: Client<typeof jobsContract.routes>;
  private abort = new AbortController();
  /** What the job's latest run was when it was last looked at. */
  private seen: string | null = null;

  constructor({ http }: Pick<WebContext, 'http'>, name: string) {
    this.name = name;
    this.client = createClient(jobsContract, http);
    this.runs = new ListStore<JobRunView>({
      rowKey: 'id',
      load: async ({ currentPage, pageSize }, signal) => {
        const page = await this.client.runs({ params: { name }, query: { currentPage, pageSize } }, { signal, quiet: true });
        const [first] = page.data.list;
        if (this.runId === null && first) void this.open(first.id);
        return page;
      },
    });
    makeObservable(this, { runId: observable, opened: observableRef, open: action });
  }

  /** Shows a run with its log. */
  async open(id: string): Promise<void> {
    if (this.runId !== id) this.opened = { kind: 'loading' };
    this.runId = id;
    await this.read({});
  }

  /** The list of jobs was read again: the log of a run at work grows, and a run that has begun or ended changes the list of runs. */
  async follow(last: JobRunView | null): Promise<void> {
    const now = last === null ? '' : `${last.id} ${last.state} ${last.cancelling}`;
    const changed = this.seen !== null && this.seen !== now;
    this.seen = now;
    // What a person has just started is what they want to see.
    if (changed && last?.state === 'running' && last.id !== this.runId) void this.open(last.id);
    else if (last && last.id === this.runId && (changed || last.state === 'running')) void this.read({ background: true });
    if (changed) await this.runs.reload();
  }

  dispose(): void {
    this.abort.abort();
    this.abort = new AbortController();
    this.runs.dispose();
  }

  private async read(options: { readonly background?: true }): Promise<void> {
    const { name, runId: id } = this;
    const { signal } = this.abort;
    if (id === null) return;
    const isStill = (): boolean => this.runId === id && !signal.aborted;
    try {
      const { data } = await this.client.run({ params: { name, id } }, { ...options, quiet: true, signal });
      if (isStill())
        runInAction(() => {
          this.opened = { kind: 'ready', run: data };
        });
    } catch (error) {
      // What was read before still stands.
      if (isStill() && this.opened.kind !== 'ready')
        runInAction(() => {
          this.opened = { kind: 'failed', error };
        });
    }
  }
}

import { ActGroup, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { jobsContract, type JobView } from '../../../contract/jobs.contract.ts';
import { isTroubled } from './job-state.ts';

type Loading = { readonly kind: 'loading' } | { readonly kind: 'ready' } | { readonly kind: 'failed'; readonly error: unknown };

/** Which jobs the list shows. */
export type JobGroup = '' | 'running' | 'troubled';

/** While something runs, the page asks so often how far it is. */
const LOOK_EVERY_MS = 2_000;

/** State of the page of jobs. While a run is under way and the page can be seen, it looks by itself how far it is. */
export class JobsStore {
  jobs: readonly JobView[] = [];
  loading: Loading = { kind: 'loading' };
  keyword = '';
  group: JobGroup = '';
  /** Name of the job whose runs are open. */
  openName: string | null = null;
  private readonly ctx: Pick<WebContext, 'toast'>;
  private readonly client: Client<typeof jobsContract.routes>;
  private readonly starting: ActGroup;
  private readonly cancelling: ActGroup;
  private abort = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private shown = false;

  constructor(ctx: Pick<WebContext, 'http' | 'toast' | 'report' | 'pluginId'>) {
    this.ctx = ctx;
    this.client = createClient(jobsContract, ctx.http);
    this.starting = new ActGroup(ctx, 'run a job');
    this.cancelling = new ActGroup(ctx, 'cancel a run');
    makeObservable(this, {
      jobs: observableRef,
      loading: observableRef,
      keyword: observable,
      group: observable,
      openName: observable,
      open: computed,
      anyRuns: computed,
      search: action,
      choose: action,
      show: action,
    });
  }

  get open(): JobView | undefined {
    return this.jobs.find(({ name }) => name === this.openName);
  }

  get anyRuns(): boolean {
    return this.jobs.some(({ lastRun }) => lastRun?.state === 'running');
  }

  inGroup(group: JobGroup): readonly JobView[] {
    if (group === '') return this.jobs;
    return this.jobs.filter((job) => (group === 'running' ? job.lastRun?.state === 'running' : isTroubled(job)));
  }

  search(keyword: string): void {
    this.keyword = keyword;
  }

  choose(group: JobGroup): void {
    this.group = group;
  }

  /** Opens the runs of a job, or closes them. */
  show(name: string | null): void {
    this.openName = name;
  }

  async load(): Promise<void> {
    await this.look({});
  }

  /** The page can be seen, or no longer: nobody is asked for what nobody sees. */
  see(shown: boolean): void {
    const came = shown && !this.shown;
    this.shown = shown;
    clearTimeout(this.timer);
    if (came && this.loading.kind !== 'loading') void this.look({ background: true });
  }

  async run({ name }: JobView): Promise<void> {
    await this.starting.run(
      name,
      name,
      (options) => this.client.start({ params: { name } }, options),
      ({ msg }) => this.told(msg),
    );
  }

  async cancel({ name, lastRun }: JobView): Promise<void> {
    if (lastRun === null) return;
    const { id } = lastRun;
    await this.cancelling.run(
      id,
      id,
      (options) => this.client.cancel({ params: { name, id } }, options),
      ({ msg }) => this.told(msg),
    );
  }

  dispose(): void {
    this.shown = false;
    clearTimeout(this.timer);
    this.abort.abort();
    this.abort = new AbortController();
  }

  private async told(msg: string): Promise<void> {
    this.ctx.toast.success(msg);
    await this.look({});
  }

  private async look(options: { readonly background?: true }): Promise<void> {
    clearTimeout(this.timer);
    const { signal } = this.abort;
    try {
      const { data } = await this.client.list({}, { ...options, quiet: true, signal });
      runInAction(() => {
        this.jobs = data.list;
        this.loading = { kind: 'ready' };
      });
    } catch (error) {
      if (signal.aborted) return;
      // A server that is away for a moment is asked again; what was read before still stands.
      if (!options.background)
        runInAction(() => {
          this.loading = { kind: 'failed', error };
        });
    }
    this.lookAgain();
  }

  private lookAgain(): void {
    clearTimeout(this.timer);
    if (this.shown && this.anyRuns) this.timer = setTimeout(() => void this.look({ background: true }), LOOK_EVERY_MS);
  }
}

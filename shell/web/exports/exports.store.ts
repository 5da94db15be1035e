import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { ApiError, createClient, type HttpPort } from '@nephra/plugin-sdk/web';
import { type ExportJob, exportsContract } from '../../contract/index.ts';

/** After the first page is there: nobody waits for this. */
const FIRST_LOOK_MS = 3_000;
const LOOK_MS = 2_000;
/** While the server does not answer. */
const PATIENT_LOOK_MS = 15_000;

export interface ExportsParts {
  readonly http: HttpPort;
  readonly later: (work: () => void, ms: number) => () => void;
  /** An export has ended while the page was open. */
  readonly onEnded: (job: ExportJob) => void;
}

/** The person's exports in the background, as far as this page knows. Looks again by itself while one is under way. */
export class ExportsStore {
  jobs: readonly ExportJob[] = [];
  /** An export has just gone on in the background: the panel opens. */
  asked = 0;
  readonly #parts: ExportsParts;
  #stopLook: (() => void) | undefined;
  #watching = false;

  constructor(parts: ExportsParts) {
    this.#parts = parts;
    makeAutoObservable(this, { jobs: observableRef }, { autoBind: true });
  }

  get running(): ExportJob | undefined {
    return this.jobs.find(({ state }) => state === 'running');
  }

  /** A session begins. */
  start(): void {
    this.#watching = true;
    this.#lookAfter(FIRST_LOOK_MS);
  }

  /** It has ended: what was shown is nobody's business any more. */
  stop(): void {
    this.#watching = false;
    this.#stopLook?.();
    this.#stopLook = undefined;
    this.jobs = [];
  }

  /** The server has answered that an export goes on. */
  async began(): Promise<void> {
    this.#watching = true;
    await this.look();
    runInAction(() => {
      this.asked += 1;
    });
  }

  async look(): Promise<void> {
    try {
      const { data } = await createClient(exportsContract, this.#parts.http).list({}, { quiet: true, background: true });
      if (this.#watching) this.#take(data.list);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (this.#watching && this.running) this.#lookAfter(PATIENT_LOOK_MS);
    }
  }

  /** @throws ApiError told already */
  async cancel(id: string): Promise<void> {
    const { data } = await createClient(exportsContract, this.#parts.http).cancel({ params: { id } });
    runInAction(() => {
      this.jobs = this.jobs.map((job) => (job.id === id ? data : job));
    });
  }

  #take(list: readonly ExportJob[]): void {
    const before = new Map(this.jobs.map(({ id, state }) => [id, state]));
    runInAction(() => {
      this.jobs = list;
    });
    for (const job of list) {
      const ended = before.get(job.id) === 'running' && (job.state === 'done' || job.state === 'failed');
      if (ended) this.#parts.onEnded(job);
    }
    if (this.running) this.#lookAfter(LOOK_MS);
  }

  #lookAfter(ms: number): void {
    this.#stopLook?.();
    this.#stopLook = this.#parts.later(() => void this.look(), ms);
  }
}

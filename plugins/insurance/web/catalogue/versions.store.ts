import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type CatalogueInfno, type CatalogueKindRow, catalogueContract } from '../../contract/index.ts';

const LOOK_MS = 1500;
const ACTIVE: readonly string[] = ['waiting', 'running', 'cancelling'];
export const isActive = (row: CatalogueKindRow): boolean => row.run !== null && ACTIVE.includes(row.run.state);

/** Kinds of the catalogue; looks again by itself while something runs. */
export class VersionsStore {
  kinds: readonly CatalogueKindRow[] = [];
  state: 'loading' | 'ready' | 'failed' = 'loading';
  error: unknown = null;
  busy = false;
  private readonly client;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private over = false;

  constructor(ctx: WebContext) {
    this.client = createClient(catalogueContract, ctx.http);
    makeObservable(this, { kinds: observableRef, state: observable, error: observableRef, busy: observable, running: computed, take: action });
  }

  get running(): readonly CatalogueKindRow[] {
    return this.kinds.filter(isActive);
  }

  take(kinds: readonly CatalogueKindRow[]): void {
    this.kinds = kinds;
    this.state = 'ready';
    clearTimeout(this.timer);
    if (!this.over && this.running.length > 0) this.timer = setTimeout(() => void this.load(true), LOOK_MS);
  }

  async load(background = false): Promise<void> {
    try {
      const { data } = await this.client.kinds({}, { quiet: true, background });
      this.take(data.list);
    } catch (error) {
      runInAction(() => {
        this.error = error;
        if (this.kinds.length === 0) this.state = 'failed';
      });
      if (!this.over && this.running.length > 0) this.timer = setTimeout(() => void this.load(true), LOOK_MS * 4);
    }
  }

  async download(kinds: readonly CatalogueInfno[]): Promise<void> {
    runInAction(() => {
      this.busy = true;
    });
    try {
      const { data } = await this.client.download({ body: { kinds: [...kinds] } });
      this.take(data.list);
    } catch {
      // The call has told what was wrong.
    } finally {
      runInAction(() => {
        this.busy = false;
      });
    }
  }

  async cancel(runId: string): Promise<void> {
    await this.client.cancel({ params: { id: runId } }).catch(() => undefined);
    await this.load();
  }

  dispose(): void {
    this.over = true;
    clearTimeout(this.timer);
  }
}

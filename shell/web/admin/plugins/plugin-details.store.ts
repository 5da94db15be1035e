import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { type Client, createClient, type HttpPort } from '@nephra/plugin-sdk/web';
import { type PluginDetailsWire, pluginDetailsContract } from '../../../contract/plugins/plugin-details.contract.ts';

type Loading =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly details: PluginDetailsWire }
  | { readonly kind: 'failed'; readonly error: unknown };

/** What is shown of one plugin besides its line in the list. */
export class PluginDetailsStore {
  loading: Loading = { kind: 'loading' };
  readonly #id: string;
  readonly #client: Client<typeof pluginDetailsContract.routes>;
  readonly #abort = new AbortController();

  constructor(http: HttpPort, id: string) {
    this.#id = id;
    this.#client = createClient(pluginDetailsContract, http);
    makeAutoObservable<this>(this, { loading: observableRef }, { autoBind: true });
  }

  async load(): Promise<void> {
    try {
      const { data } = await this.#client.one({ params: { id: this.#id } }, { quiet: true, signal: this.#abort.signal });
      runInAction(() => {
        this.loading = { kind: 'ready', details: data };
      });
    } catch (error) {
      if (this.#abort.signal.aborted) return;
      runInAction(() => {
        this.loading = { kind: 'failed', error };
      });
    }
  }

  /** @returns what the server says of it; throws what it refused, after that was shown */
  async setVersion(version: 'before' | 'newest'): Promise<string> {
    try {
      const { msg } = await this.#client.setVersion({ params: { id: this.#id }, body: { version } });
      return msg;
    } finally {
      await this.load();
    }
  }

  dispose(): void {
    this.#abort.abort();
  }
}

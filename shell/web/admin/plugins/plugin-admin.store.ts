import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { type Client, createClient, type HttpPort } from '@nephra/plugin-sdk/web';
import { type PluginForAdministrator, registryContract } from '../../../contract/index.ts';
import type { ChosenGrants } from './asks/plugin-asks.tsx';
import { filterPlugins, type PluginFilter } from './plugin-facts.ts';
import { statusOf } from './plugin-status.ts';

type Loading = { readonly kind: 'loading' } | { readonly kind: 'ready' } | { readonly kind: 'failed'; readonly error: unknown };

/** A plugin that is about to be switched, and to what. */
export interface Switching {
  readonly plugin: PluginForAdministrator;
  readonly enable: boolean;
}

/** State of the plugin administration. */
export class PluginAdminStore {
  plugins: readonly PluginForAdministrator[] = [];
  revision = '';
  /** What is wrong with registry.json; empty = nothing. */
  fileError = '';
  file = '';
  loading: Loading = { kind: 'loading' };
  filter: PluginFilter = { keyword: '', status: '' };
  openId: string | null = null;
  switching: Switching | null = null;
  readonly #client: Client<typeof registryContract.routes>;
  readonly #abort = new AbortController();

  constructor(http: HttpPort) {
    this.#client = createClient(registryContract, http);
    makeAutoObservable<this>(this, { plugins: observableRef, loading: observableRef, filter: observableRef, switching: observableRef }, { autoBind: true });
  }

  get shown(): readonly PluginForAdministrator[] {
    return filterPlugins(this.plugins, this.filter);
  }

  get opened(): PluginForAdministrator | undefined {
    return this.plugins.find((plugin) => plugin.id === this.openId);
  }

  /** How many plugins stand as what. */
  get counts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const status of this.plugins.map(statusOf)) counts.set(status, (counts.get(status) ?? 0) + 1);
    return counts;
  }

  setFilter(change: Partial<PluginFilter>): void {
    this.filter = { ...this.filter, ...change };
  }

  open(id: string | null): void {
    this.openId = id;
  }

  ask(switching: Switching | null): void {
    this.switching = switching;
  }

  async load(): Promise<void> {
    try {
      const { data } = await this.#client.list({}, { quiet: true, signal: this.#abort.signal });
      runInAction(() => {
        this.plugins = data.list;
        this.revision = data.revision;
        this.file = data.file;
        this.fileError = data.fileError;
        this.loading = { kind: 'ready' };
      });
    } catch (error) {
      if (this.#abort.signal.aborted) return;
      runInAction(() => {
        this.loading = { kind: 'failed', error };
      });
    }
  }

  /** Enables or disables; throws what the server refused, after its message was shown. */
  async setState({ plugin, enable }: Switching, reason: string, { outbound, jobs }: ChosenGrants): Promise<void> {
    await this.#client.setState({
      params: { id: plugin.id },
      body: {
        enabled: enable,
        ...(enable && { privileges: plugin.adds.privileges }),
        ...(enable && plugin.outside && { outbound: [...outbound], jobs: [...jobs] }),
        ...(reason === '' ? {} : { reason }),
      },
    });
    this.ask(null);
    await this.load();
  }

  /** Makes the server read registry.json again; answers the revision in force. */
  async reloadRegistry(): Promise<string> {
    const { data } = await this.#client.reload({});
    await this.load();
    return data.revision;
  }

  dispose(): void {
    this.#abort.abort();
  }
}

import pg, { type ClientConfig } from 'pg';
import type { Log } from '../database.ts';

const PAUSE_MS = 1_000;

/**
 * One connection, beside the pool, that hears what servers of the same database tell each other (LISTEN), whatever the channel. It is there while somebody
 * listens. When it is lost it comes back by itself. What was said meanwhile is not said again, so every return counts as a notice: whoever listens looks for
 * what is there.
 */
export class NoticeConnection {
  readonly #config: ClientConfig;
  readonly #log: Log;
  readonly #listeners = new Map<string, Set<() => void>>();
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  /** Connecting, listening to one more channel and ending come one after another. */
  #turn: Promise<void> = Promise.resolve();

  constructor(config: ClientConfig, log: Log) {
    this.#config = config;
    this.#log = log;
  }

  /**
   * @param channel a plain name: letters and underscores
   * @returns what ends it; the last one ends the connection
   */
  listen(channel: string, heard: () => void): () => Promise<void> {
    const listeners = this.#listeners.get(channel) ?? new Set();
    const isNew = listeners.size === 0;
    this.#listeners.set(channel, listeners.add(heard));
    if (isNew) this.#next(() => this.#open(channel));
    return async () => {
      if (!listeners.delete(heard)) return;
      if (listeners.size === 0) this.#listeners.delete(channel);
      if (this.#listeners.size === 0) this.#next(() => this.#end());
      await this.#turn;
    };
  }

  #next(work: () => Promise<void>): void {
    this.#turn = this.#turn.then(work);
  }

  async #open(channel: string): Promise<void> {
    const client = this.#client;
    // A retry that waits takes all channels along.
    if (!this.#listeners.has(channel) || (!client && this.#retry)) return;
    if (!client) return await this.#connect();
    try {
      await client.query(`listen ${channel}`);
      this.#tell(channel);
    } catch (error) {
      this.#log.warn({ err: error }, 'the connection for notices failed; trying again');
      client.end().catch(() => undefined);
      this.#lost(client);
    }
  }

  async #connect(): Promise<void> {
    this.#retry = undefined;
    if (this.#listeners.size === 0) return;
    const client = new pg.Client(this.#config);
    this.#client = client;
    client.on('notification', ({ channel }) => this.#tell(channel));
    // Said on every way a connection can go; `end` follows an error once it was connected.
    client.on('error', (error) => this.#log.debug({ err: error }, 'the connection for notices failed'));
    client.on('end', () => this.#lost(client));
    try {
      await client.connect();
      const channels = [...this.#listeners.keys()];
      for (const channel of channels) await client.query(`listen ${channel}`);
      for (const channel of channels) this.#tell(channel);
    } catch (error) {
      this.#log.warn({ err: error }, 'the connection for notices could not be opened; trying again');
      client.end().catch(() => undefined);
      this.#lost(client);
    }
  }

  async #end(): Promise<void> {
    if (this.#listeners.size > 0) return;
    clearTimeout(this.#retry);
    this.#retry = undefined;
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  #tell(channel: string): void {
    for (const heard of this.#listeners.get(channel) ?? []) heard();
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    if (this.#listeners.size === 0) return;
    this.#retry = setTimeout(() => this.#next(() => this.#connect()), PAUSE_MS);
    this.#retry.unref();
  }
}

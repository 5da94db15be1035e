import pg, { type ClientConfig } from 'pg';
import type { Log } from '../database.ts';

const PAUSE_MS = 1_000;

/**
 * A connection of its own that hears what servers of the same database tell each other (LISTEN). When it is lost it comes back by itself. What was said
 * meanwhile is not said again, so every return counts as a notice: whoever listens looks for what is there.
 */
export class NoticeConnection {
  readonly #config: ClientConfig;
  readonly #channel: string;
  readonly #heard: () => void;
  readonly #log: Log;
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;
  #connecting: Promise<void>;

  /** @param channel a plain name: letters and underscores */
  constructor(config: ClientConfig, channel: string, heard: () => void, log: Log) {
    this.#config = config;
    this.#channel = channel;
    this.#heard = heard;
    this.#log = log;
    this.#connecting = this.#connect();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    await this.#connecting;
    await this.#client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const client = new pg.Client(this.#config);
    this.#client = client;
    client.on('notification', () => this.#heard());
    // Said on every way a connection can go; `end` follows an error once it was connected.
    client.on('error', (error) => this.#log.debug({ err: error }, 'the connection for notices failed'));
    client.on('end', () => this.#lost(client));
    try {
      await client.connect();
      await client.query(`listen ${this.#channel}`);
      this.#heard();
    } catch (error) {
      this.#log.warn({ err: error }, 'the connection for notices could not be opened; trying again');
      client.end().catch(() => undefined);
      this.#lost(client);
    }
  }

  #lost(client: pg.Client): void {
    if (this.#closed || this.#client !== client) return;
    this.#client = undefined;
    this.#retry = setTimeout(() => {
      this.#connecting = this.#connect();
    }, PAUSE_MS);
    this.#retry.unref();
  }
}

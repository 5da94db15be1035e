import { AsyncResource } from 'node:async_hooks';
import type { Database } from '../../db/index.ts';

interface Subscriber {
  readonly pluginId: string;
  readonly handle: (payload: unknown) => Promise<void>;
}

type Failed = (pluginId: string, eventId: string, error: unknown) => void;

/** Carries events from plugin to plugin once their transaction is committed. A failing listener harms nobody else. */
export class EventBus {
  readonly #database: Database;
  readonly #failed: Failed;
  readonly #subscribers = new Map<string, Subscriber[]>();
  /** Handlers at work, and whose they are. */
  readonly #running = new Map<Promise<void>, string>();
  /** Listeners must not inherit the transaction of whoever published. */
  readonly #detached = new AsyncResource('nephra-events');

  constructor(database: Database, failed: Failed) {
    this.#database = database;
    this.#failed = failed;
  }

  subscribe(eventId: string, pluginId: string, handle: (payload: unknown) => Promise<void>): void {
    this.#subscribers.set(eventId, [...(this.#subscribers.get(eventId) ?? []), { pluginId, handle }]);
  }

  withdraw(pluginId: string): void {
    for (const [id, subscribers] of this.#subscribers) {
      this.#subscribers.set(
        id,
        subscribers.filter((subscriber) => subscriber.pluginId !== pluginId),
      );
    }
  }

  publish(eventId: string, payload: unknown): void {
    this.#database.afterCommit(() => this.#detached.runInAsyncScope(() => this.#deliver(eventId, payload)));
  }

  /** Resolves when every delivered event was handled, or every one that a plugin was given. */
  async settled(pluginId?: string): Promise<void> {
    const running = () => [...this.#running].flatMap(([run, owner]) => (pluginId === undefined || owner === pluginId ? [run] : []));
    for (let runs = running(); runs.length > 0; runs = running()) await Promise.all(runs);
  }

  #deliver(eventId: string, payload: unknown): void {
    for (const { pluginId, handle } of this.#subscribers.get(eventId) ?? []) {
      const run = Promise.resolve()
        .then(() => handle(payload))
        .catch((error: unknown) => this.#failed(pluginId, eventId, error))
        .finally(() => this.#running.delete(run));
      this.#running.set(run, pluginId);
    }
  }
}

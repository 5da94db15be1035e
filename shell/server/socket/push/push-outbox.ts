import type { Clock, Log, PushTarget } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import type { CoreTables } from '../../tables/tables.ts';
import type { Database } from '../../db/index.ts';
import { SingleFlight } from './single-flight.ts';
import { MAX_PUSH_BYTES, PUSH_KEPT_MS } from '../socket-limits.ts';

const CHANNEL = 'nephra_socket';

/**
 * Where pushes lie until every server has read them. They are rows of the transaction that pushes, so they come to be with its commit alone, and a
 * notice that is lost loses none of them: it only says that one should look now.
 */
export class PushOutbox {
  readonly #database: Database;
  readonly #late: Kysely<CoreTables>;
  readonly #clock: Clock;
  readonly #telling: SingleFlight;
  readonly #listeners = new Set<() => void>();
  readonly #log: Log;

  constructor(database: Database, clock: Clock, log: Log) {
    this.#database = database;
    this.#late = database.lateKyselyFor<CoreTables>();
    this.#clock = clock;
    this.#log = log;
    this.#telling = new SingleFlight(() => database.notify(CHANNEL));
  }

  /** @throws Error when the frame is too large */
  async push(target: PushTarget, frame: string, body: object): Promise<void> {
    const text = JSON.stringify({ ...body, method: frame });
    if (text.length > MAX_PUSH_BYTES)
      throw new Error(`The frame ${frame} is ${text.length} characters long; at most ${MAX_PUSH_BYTES} are pushed. Push where it lies.`);
    await this.#late
      .insertInto('core.socket_push')
      .values({ frame, target: JSON.stringify(target), body: text, created_at: this.#clock.steady() })
      .execute();
    this.#database.afterCommit(() => this.#tell());
  }

  /** Hears that there may be something to read, pushed on whichever server. @returns what ends it */
  listen(heard: () => void): () => Promise<void> {
    this.#listeners.add(heard);
    const stop = this.#database.listen(CHANNEL, heard);
    return async () => {
      this.#listeners.delete(heard);
      await stop();
    };
  }

  async forgetOld(): Promise<void> {
    await this.#late
      .deleteFrom('core.socket_push')
      .where('created_at', '<', new Date(this.#clock.steady().getTime() - PUSH_KEPT_MS))
      .execute();
  }

  /** Resolves when no notice is on its way. */
  async settled(): Promise<void> {
    await this.#telling.settled();
  }

  #tell(): void {
    for (const heard of this.#listeners) heard();
    // Apart from the transaction, and one for all that were pushed meanwhile. The others look every second anyway.
    this.#telling.run().catch((error: unknown) => this.#log.warn({ err: error }, 'other servers could not be told of a push'));
  }
}

import type { PGlite } from '@electric-sql/pglite';
import { MessageCutter } from './message-cutter.ts';

const POST_BYTES = 64 * 1024;
/** Exit status by which the engine leaves a failed statement; all others end it. */
const STATEMENT_FAILED = 100;

interface EngineMain {
  _PostgresMainLoopOnce(): void;
}

type Reply = (connection: number, bytes: Uint8Array) => void;

/**
 * The engine's single session, lent to one connection at a time. When the connection ends or another one comes, the
 * session is cleaned: open transaction rolled back, prepared statements, settings, locks and cursors dropped.
 */
export class EngineSession {
  readonly #engine: PGlite;
  readonly #reply: Reply;
  #connection: number | undefined;
  #cutter = new MessageCutter();
  readonly #ended = new Set<number>();

  constructor(engine: PGlite, reply: Reply, onBroken: (error: unknown) => void) {
    this.#engine = engine;
    this.#reply = reply;
    stopAtUnknownExceptions(engine, onBroken);
  }

  async receive(connection: number, bytes: Uint8Array): Promise<void> {
    if (this.#ended.has(connection)) return;
    if (this.#connection !== connection) {
      await this.#clean();
      this.#connection = connection;
      this.#cutter = new MessageCutter();
    }
    for (const whole of this.#cutter.push(bytes)) {
      if (whole.kind === 'terminate') await this.end(connection);
      else await this.#execute(whole.bytes, (part) => this.#reply(connection, part));
    }
  }

  async end(connection: number): Promise<void> {
    if (this.#ended.has(connection)) return;
    this.#ended.add(connection);
    if (this.#connection === connection) await this.#clean();
  }

  async #clean(): Promise<void> {
    if (this.#connection === undefined) return;
    this.#connection = undefined;
    // A Sync first: a connection may vanish between an error and its Sync, and the engine skips all until then.
    await this.#execute(syncMessage, discardReply);
    if (this.#engine.isInTransaction()) await this.#execute(queryMessage('ROLLBACK'), discardReply);
    await this.#execute(queryMessage('DISCARD ALL'), discardReply);
  }

  async #execute(bytes: Uint8Array, reply: (part: Uint8Array) => void): Promise<void> {
    let parts: Uint8Array[] = [];
    let size = 0;
    const post = (): void => {
      if (size === 0) return;
      const all = new Uint8Array(size);
      let offset = 0;
      for (const part of parts) {
        all.set(part, offset);
        offset += part.length;
      }
      parts = [];
      size = 0;
      reply(all);
    };
    await this.#engine.execProtocolRawStream(bytes, {
      syncToFs: false,
      onRawData: (part) => {
        // A view into the engine's memory, valid only now.
        parts.push(part.slice());
        size += part.length;
        if (size >= POST_BYTES) post();
      },
    });
    post();
  }
}

const discardReply = (): void => {};

const syncMessage = Uint8Array.of(0x53, 0, 0, 0, 4);

function queryMessage(sql: string): Uint8Array {
  const text = Buffer.from(sql, 'utf8');
  const message = Buffer.alloc(text.length + 6);
  message.write('Q', 0, 'latin1');
  message.writeUInt32BE(text.length + 5, 1);
  text.copy(message, 5);
  return message;
}

/**
 * The library swallows every exception out of the engine and calls it again. After anything but a failed statement
 * (a panic, a trap, an exhausted stack) its memory cannot be trusted any more, and the repeated call never ends:
 * stop instead, the files are recovered from the log at the next open.
 */
function stopAtUnknownExceptions(engine: PGlite, onBroken: (error: unknown) => void): void {
  // Not part of the public type; the exact engine version is pinned and a test ends an engine this way.
  const main = engine.Module as unknown as EngineMain;
  const runOnce = main._PostgresMainLoopOnce;
  main._PostgresMainLoopOnce = () => {
    try {
      runOnce();
    } catch (error) {
      if ((error as { status?: number } | undefined)?.status !== STATEMENT_FAILED) onBroken(error);
      throw error;
    }
  };
}

import { createHash } from 'node:crypto';
import { type MailLogin, MailError } from '@nephra/plugin-sdk/server';
import type { ImapFlow } from 'imapflow';
import type { AllowedOrigin } from '../addresses/origin.ts';
import type { Reach } from '../connections.ts';
import { Places } from '../places.ts';
import { mailErrorOf } from './mail-failure.ts';
import { mailTransport, needsTls } from './mail-transport.ts';

/** After so long without a word the other side may have hung up: it is asked first. */
const FRESH_MS = 10_000;

export interface MailLimits {
  /** Connections to one server at a time; who finds them all at work waits. */
  readonly connections: number;
  /** A connection that nobody uses for so long is ended. */
  readonly idleMs: number;
  readonly connectMs: number;
  /** Of one piece of work in a mailbox, from a free connection to its end. */
  readonly workMs: number;
  /** For a free connection, and for the person's call before. */
  readonly waitMs: number;
}
const LIMITS: MailLimits = { connections: 20, idleMs: 60_000, connectMs: 10_000, workMs: 45_000, waitMs: 10_000 };
const MB = 1_048_576;

interface Session {
  readonly client: ImapFlow;
  readonly giveBack: () => void;
  usedAt: number;
  idle: NodeJS.Timeout | undefined;
}

/** One mailbox: its calls follow each other on one connection. */
interface Line {
  readonly turns: Places;
  readonly server: string;
  session: Session | undefined;
  users: number;
}

const waitFor = async (places: Places, waitMs: number): Promise<() => void> => {
  try {
    return await places.take(AbortSignal.timeout(waitMs));
  } catch {
    throw new MailError('busy');
  }
};

/** The password is part of the name, so that a wrong one never meets a connection that a right one opened; it is not kept. */
const lineName = (origin: AllowedOrigin, { account, password }: MailLogin): string =>
  createHash('sha256')
    .update(JSON.stringify([origin.text, origin.own, account, password]))
    .digest('base64');

/** Connections to mailboxes, kept for a while between calls and bounded per server. */
export class MailConnections {
  readonly #reach: Reach;
  /** Read at each use. */
  readonly #limits: () => MailLimits;
  readonly #lines = new Map<string, Line>();
  readonly #servers = new Map<string, Places>();

  constructor(reach: Reach, limits: Partial<MailLimits> = {}) {
    this.#reach = reach;
    this.#limits = () => ({ ...LIMITS, ...limits });
  }

  /** @throws MailError; what `work` throws comes as it is */
  async use<T>(origin: AllowedOrigin, login: MailLogin, work: (client: ImapFlow) => Promise<T>): Promise<T> {
    const name = lineName(origin, login);
    const line = this.#lines.get(name) ?? { turns: new Places(1), server: origin.text, session: undefined, users: 0 };
    this.#lines.set(name, line);
    line.users += 1;
    try {
      const leave = await waitFor(line.turns, this.#limits().waitMs);
      try {
        const kept = line.session;
        const session = await this.#sessionOf(line, origin, login);
        try {
          return await this.#within(line, session, work);
        } catch (error) {
          // The other side had hung up on a connection that was kept. All that a mailbox does may be done twice: messages are named, and one that is there is not put in again.
          if (session !== kept || !(error instanceof MailError) || error.failure !== 'lost') throw error;
          return await this.#within(line, await this.#sessionOf(line, origin, login), work);
        }
      } finally {
        leave();
      }
    } finally {
      line.users -= 1;
      if (line.users === 0 && line.session === undefined) this.#lines.delete(name);
    }
  }

  close(): void {
    for (const line of this.#lines.values()) this.#end(line);
    this.#lines.clear();
  }

  async #within<T>(line: Line, session: Session, work: (client: ImapFlow) => Promise<T>): Promise<T> {
    clearTimeout(session.idle);
    let limit: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_done, refuse) => {
      limit = setTimeout(() => refuse(new MailError('timeout')), this.#limits().workMs);
    });
    try {
      return await Promise.race([work(session.client), late]);
    } catch (error) {
      // What is still on its way must not be taken for the answer to the next question.
      if (error instanceof MailError && ['timeout', 'lost', 'protocol', 'too-large'].includes(error.failure)) this.#end(line);
      throw error;
    } finally {
      clearTimeout(limit);
      session.usedAt = performance.now();
      if (line.session === session) session.idle = setTimeout(() => this.#end(line), this.#limits().idleMs).unref();
    }
  }

  async #sessionOf(line: Line, origin: AllowedOrigin, login: MailLogin): Promise<Session> {
    const kept = line.session;
    if (kept?.client.usable) {
      clearTimeout(kept.idle);
      if (performance.now() - kept.usedAt < FRESH_MS) return kept;
      const alive = await kept.client.noop().then(
        () => kept.client.usable,
        () => false,
      );
      if (alive) return kept;
    }
    this.#end(line);
    const session = await this.#connect(line, origin, login);
    line.session = session;
    session.client.on('close', () => {
      if (line.session === session) this.#end(line);
    });
    return session;
  }

  async #connect(line: Line, origin: AllowedOrigin, { account, password }: MailLogin): Promise<Session> {
    const places = this.#servers.get(origin.text) ?? new Places(this.#limits().connections);
    this.#servers.set(origin.text, places);
    const giveBack = await this.#place(line, places);
    const { connectMs } = this.#limits();
    try {
      const { ImapFlow } = await import('imapflow');
      const client = new ImapFlow({
        ...{ host: origin.host, port: origin.port, secure: origin.scheme === 'imaps', auth: { user: account, pass: password } },
        ...(needsTls(origin) ? { doSTARTTLS: origin.scheme === 'imap' ? true : undefined } : {}),
        transport: mailTransport(origin, this.#reach) as never,
        ...{ logger: false, disableAutoIdle: true, disableCompression: true, clientInfo: { name: 'Nephra' } },
        ...{ connectionTimeout: connectMs, greetingTimeout: connectMs, socketTimeout: this.#limits().idleMs + this.#limits().workMs },
        ...{ maxLineLength: 2 * MB, maxLiteralSize: 48 * MB, maxResponseSize: 64 * MB, maxResponseTokens: 400_000 },
      });
      // Whoever works hears of it by the call that fails; an error without a hearer would end the server.
      client.on('error', () => undefined);
      const limit = setTimeout(() => client.close(), 2 * connectMs);
      try {
        await client.connect();
      } catch (error) {
        client.close();
        throw error;
      } finally {
        clearTimeout(limit);
      }
      return { client, giveBack, usedAt: performance.now(), idle: undefined };
    } catch (error) {
      giveBack();
      throw mailErrorOf(error);
    }
  }

  /** Where all places are taken, the connection that has been idle for longest makes room. */
  async #place(line: Line, places: Places): Promise<() => void> {
    const taken = [...this.#lines.values()].filter((other) => other.server === line.server && other.session !== undefined);
    if (taken.length >= this.#limits().connections) {
      const [oldest] = taken.filter((other) => other.users === 0).sort((a, b) => (a.session?.usedAt ?? 0) - (b.session?.usedAt ?? 0));
      if (oldest) this.#end(oldest);
    }
    return await waitFor(places, this.#limits().waitMs);
  }

  #end(line: Line): void {
    const { session } = line;
    if (!session) return;
    line.session = undefined;
    clearTimeout(session.idle);
    session.giveBack();
    const { client } = session;
    // Said politely, and hung up on a server that does not answer.
    if (client.usable) {
      const limit = setTimeout(() => client.close(), 2_000).unref();
      void client
        .logout()
        .catch(() => undefined)
        .finally(() => {
          clearTimeout(limit);
          client.close();
        });
    } else client.close();
    for (const [name, other] of this.#lines) if (other === line && line.users === 0) this.#lines.delete(name);
  }
}

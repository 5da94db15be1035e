import type { Agent } from 'node:http';
import { type Log, type Outbound, OutboundError, type OutboundReply, type OutboundRequest } from '@nephra/plugin-sdk/server';
import { addressClass } from './addresses/address-class.ts';
import { connectionsTo, type Reach } from './connections.ts';
import { checkHeaders, type Ending, exchange } from './exchange.ts';
import { systemResolve } from './addresses/guarded-lookup.ts';
import { type AllowedOrigin, allowedOrigin, databaseOriginOf, mailOriginOf, type Origin, originOf } from './addresses/origin.ts';
import { databasesFor } from './databases.ts';
import { MailConnections } from './mailbox/mail-connections.ts';
import { mailboxesFor } from './mailbox/mailboxes-for.ts';
import { Places } from './places.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
const CALLS_AT_A_TIME = 16;

export interface OutboundGatewayInput extends Partial<Reach> {
  readonly log: Log;
  readonly inTransaction: () => boolean;
  /** `origin` for every plugin, or `pluginId=origin`; checked where the configuration is read. */
  readonly allow: readonly string[];
}

interface Line {
  readonly origin: AllowedOrigin;
  readonly agent: Agent;
  readonly places: Places;
}

const keyOf = (origin: AllowedOrigin): string => `${origin.own ? 'private+' : ''}${origin.text}`;

/** Whether a package may open this for itself: the site alone says what of its own network is called. */
const isPublic = (origin: AllowedOrigin): boolean => !origin.own && (!origin.literal || addressClass(origin.host) === 'public');

/** Reads a manifest's list. `others`: no origins, or none that a package may open for itself. */
function publicOnes(entries: readonly string[]): { readonly origins: AllowedOrigin[]; readonly others: string[] } {
  const origins: AllowedOrigin[] = [];
  const others: string[] = [];
  for (const entry of entries) {
    const origin = originIn(entry);
    if (origin && isPublic(origin)) origins.push(origin);
    else others.push(entry);
  }
  return { origins, others };
}

function originIn(entry: string): AllowedOrigin | undefined {
  try {
    return allowedOrigin(entry);
  } catch {
    return undefined;
  }
}

/** The one door to foreign systems, for all plugins. Each gets a handle that knows what it may call at this moment. */
export class OutboundGateway {
  readonly #input: OutboundGatewayInput;
  readonly #reach: Reach;
  readonly #mail: MailConnections;
  readonly #lines = new Map<string, Line>();
  readonly #forAll: readonly AllowedOrigin[];
  readonly #byOperator = new Map<string, AllowedOrigin[]>();
  #bySite: ReadonlyMap<string, readonly AllowedOrigin[]> = new Map();

  constructor(input: OutboundGatewayInput) {
    this.#input = input;
    this.#reach = { resolve: input.resolve ?? systemResolve, authorities: input.authorities ?? [] };
    this.#mail = new MailConnections(this.#reach);
    const forAll: AllowedOrigin[] = [];
    for (const entry of input.allow) {
      const [, pluginId, origin = ''] = /^(?:([^=:/]+)=)?(.*)$/.exec(entry) ?? [];
      if (pluginId) this.#byOperator.set(pluginId, [...(this.#byOperator.get(pluginId) ?? []), allowedOrigin(origin)]);
      else forAll.push(allowedOrigin(origin));
    }
    this.#forAll = forAll;
  }

  /** Puts what registry.json allows in force, at once and for running plugins too. Calls that are under way come to their end. */
  setListed(listed: ReadonlyMap<string, readonly string[]>): void {
    this.#bySite = new Map([...listed].map(([pluginId, origins]) => [pluginId, origins.map(allowedOrigin)]));
  }

  /** What the site and its operator allow a plugin besides its manifest, each in its one spelling. */
  listed(pluginId: string): string[] {
    return [...new Set(this.#bySiteAndOperator(pluginId).map(keyOf))];
  }

  /** All that a plugin may call now. @param ofManifest `outboundHosts` */
  mayCall(pluginId: string, ofManifest: readonly string[]): string[] {
    return [...new Set([...publicOnes(ofManifest).origins.map(keyOf), ...this.listed(pluginId)])];
  }

  /** @param ofManifest `outboundHosts`; what does not fit is left out */
  forPlugin(pluginId: string, ofManifest: readonly string[]): Outbound {
    const { origins: own, others } = publicOnes(ofManifest);
    if (others.length) this.#input.log.warn({ plugin: pluginId, entries: others }, 'a manifest names addresses to call that only registry.json can allow');
    const find = (url: string): AllowedOrigin | undefined => this.#find(originOf(url), pluginId, own);
    const { log, inTransaction } = this.#input;
    const databases = databasesFor({
      ...{ pluginId, log, inTransaction, resolve: this.#reach.resolve },
      find: (host, port) => this.#find(databaseOriginOf(host, port), pluginId, own),
    });
    const mailboxes = mailboxesFor({
      ...{ pluginId, log, inTransaction, connections: this.#mail, reach: this.#reach },
      find: ({ scheme, host, port }) => this.#find(mailOriginOf(scheme, host, port), pluginId, own),
    });
    return { allows: (url) => find(url) !== undefined, send: (request) => this.#send(pluginId, request, find(request.url)), databases, mailboxes };
  }

  close(): void {
    this.#mail.close();
    for (const { agent } of this.#lines.values()) agent.destroy();
    this.#lines.clear();
  }

  #find(origin: Origin | undefined, pluginId: string, ofManifest: readonly AllowedOrigin[]): AllowedOrigin | undefined {
    if (!origin) return undefined;
    const fitting = [...this.#bySiteAndOperator(pluginId), ...ofManifest].filter(({ text }) => text === origin.text);
    return fitting.find(({ own }) => own) ?? fitting[0];
  }

  #bySiteAndOperator(pluginId: string): AllowedOrigin[] {
    return [...(this.#bySite.get(pluginId) ?? []), ...(this.#byOperator.get(pluginId) ?? []), ...this.#forAll];
  }

  #lineTo(origin: AllowedOrigin): Line {
    const key = keyOf(origin);
    const line = this.#lines.get(key) ?? { origin, agent: connectionsTo(origin, this.#reach), places: new Places(CALLS_AT_A_TIME) };
    this.#lines.set(key, line);
    return line;
  }

  async #send(pluginId: string, request: OutboundRequest, origin: AllowedOrigin | undefined): Promise<OutboundReply> {
    if (this.#input.inTransaction())
      throw new Error('A foreign system must not be called inside a database transaction: rows would stay locked while it thinks.');
    checkHeaders(request.headers ?? {});
    const { log } = this.#input;
    if (!origin) {
      const asked = originOf(request.url)?.text ?? 'an address that cannot be read';
      log.warn({ plugin: pluginId, origin: asked }, 'a plugin wanted to call what it may not');
      throw new OutboundError('not-allowed', false, `${request.method} ${asked}: not-allowed (neither manifest nor registry.json name it)`);
    }
    const began = performance.now();
    const facts = { plugin: pluginId, origin: origin.text, method: request.method };
    const tookMs = (): number => Math.round(performance.now() - began);
    try {
      const reply = await this.#exchange(origin, request);
      log.debug({ ...facts, status: reply.status, bytes: reply.body.length, tookMs: tookMs() }, 'a foreign system answered');
      return reply;
    } catch (error) {
      if (error instanceof OutboundError)
        log.warn({ ...facts, failure: error.failure, sent: error.sent, reason: error.message, tookMs: tookMs() }, 'a foreign system was not reached');
      throw error;
    }
  }

  async #exchange(origin: AllowedOrigin, request: OutboundRequest): Promise<OutboundReply> {
    const timeoutMs = request.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const control = new AbortController();
    const end = (ending: Ending): void => control.abort(ending);
    const limit = setTimeout(() => end({ failure: 'timeout', why: `more than ${timeoutMs} ms` }), timeoutMs);
    const aborted = (): void => end({ failure: 'aborted', why: 'given up by the caller' });
    if (request.signal?.aborted) aborted();
    request.signal?.addEventListener('abort', aborted, { once: true });
    const { places, agent } = this.#lineTo(origin);
    try {
      const leave = await places.take(control.signal).catch(({ failure, why }: Ending) => {
        throw new OutboundError(failure, false, `${request.method} ${origin.text}: ${failure} (${why})`);
      });
      try {
        return await exchange(origin, agent, request, control.signal);
      } finally {
        leave();
      }
    } finally {
      clearTimeout(limit);
      request.signal?.removeEventListener('abort', aborted);
    }
  }
}

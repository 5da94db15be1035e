import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock, Log, PushTarget } from '@nephra/plugin-sdk/server';
import proxyAddr from '@fastify/proxy-addr';
import type { Kysely } from 'kysely';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { networkOf } from '../auth/throttle/network-of.ts';
import type { SessionStore } from '../auth/session/session-store.ts';
import type { Config } from '../config/index.ts';
import { Gate } from '../core/gate.ts';
import type { CoreTables } from '../tables/tables.ts';
import { fill, type TextSource } from '../i18n/texts.ts';
import type { CurrentRights } from '../identity/rights/current-rights.ts';
import { GREETING } from './frames/bound-frame.ts';
import { Connection, type SocketUser } from './connection.ts';
import { type Frame, parseFrame } from './frames/frame.ts';
import type { FrameCalls } from './frames/frame-calls.ts';
import { originAllowed } from './origin-check.ts';
import { Arrivals } from './push/arrivals.ts';
import type { PushOutbox } from './push/push-outbox.ts';
import { type Push, PushReader } from './push/push-reader.ts';
import { CLOSE, GREETING_SHARE, GREETINGS_AT_ONCE, MAX_GREETING_MS, MAX_SOCKETS, PING_MS, SWEEP_MS } from './socket-limits.ts';

const SOCKET_PATH = '/api/message/websocket';

export interface HubParts {
  readonly sessions: SessionStore;
  readonly rights: CurrentRights;
  readonly calls: FrameCalls;
  readonly pushes: PushOutbox;
  readonly db: Kysely<CoreTables>;
  readonly clock: Clock;
  readonly log: Log;
  readonly config: Pick<
    Config,
    'allowedOrigins' | 'trustProxy' | 'socketsPerSession' | 'socketsPerAddress' | 'socketFrameKb' | 'socketFramesPerSecond' | 'socketBufferKb'
  >;
  readonly texts: TextSource;
}

/** All sockets of this server (wire facts 3). What frames mean beyond the greeting is for plugins. */
export class SocketHub {
  readonly #parts: HubParts;
  readonly #server: WebSocketServer;
  readonly #reader: PushReader;
  readonly #arrivals: Arrivals;
  readonly #connections = new Set<Connection>();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #greetings = new Gate(GREETINGS_AT_ONCE, MAX_SOCKETS);
  readonly #introductions = new Set<Promise<void>>();
  readonly #trusts: ReturnType<typeof proxyAddr.compile>;
  #stopListening: () => Promise<void> = async () => undefined;
  #closed = false;
  #sweeping: Promise<void> | undefined;
  /** Revision of all rights up to which every open screen was looked at. */
  #rightsSeen = '';

  constructor(parts: HubParts) {
    this.#parts = parts;
    const { config, sessions, db, clock, log, pushes } = parts;
    this.#server = new WebSocketServer({ noServer: true, maxPayload: config.socketFrameKb * 1024, perMessageDeflate: false, clientTracking: false });
    this.#trusts = proxyAddr.compile([...config.trustProxy]);
    this.#arrivals = new Arrivals({
      log,
      sockets: () => this.#connections.size,
      push: (orgId, body) => pushes.push({ organisation: orgId as never }, 'online', body),
    });
    this.#reader = new PushReader({
      db,
      clock,
      prepare: (pushes) => this.#knowRecipients(pushes),
      deliver: (push) => this.#deliver(push),
      onGap: () => {
        for (const connection of this.#greeted()) connection.end(CLOSE.goingAway, 'news may have been missed');
      },
    });
    // Who left by choice needs no explanation, in this tab or another.
    sessions.onEnded((ids, reason) => this.#closeSessions(new Set(ids), reason === 'logout' ? '' : reason === 'expired' ? 'login-expired' : 'forced-out'));
  }

  /** Takes over the upgrade requests of an HTTP server. */
  attach(server: Server): void {
    server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
    this.#stopListening = this.#parts.pushes.listen(() => this.#readPushes());
    this.#timers.push(
      setInterval(() => {
        for (const connection of this.#connections) connection.ping();
      }, PING_MS),
      setInterval(() => this.#sweepOnce(), SWEEP_MS),
    );
    for (const timer of this.#timers) timer.unref();
  }

  /** To every socket of this server. What concerns others, too, is pushed. */
  broadcast(frame: Frame): void {
    for (const connection of this.#greeted()) connection.send(frame);
  }

  /** Sockets of this server, and the people behind them. */
  get load(): { readonly open: number; readonly people: number } {
    return { open: this.#connections.size, people: new Set(this.#users().map(({ userId }) => userId)).size };
  }

  /** Users with at least one socket here. */
  online(): string[] {
    return [...new Set(this.#users().map(({ userId }) => userId))];
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    this.#arrivals.close();
    await this.#stopListening();
    for (const connection of this.#connections) connection.end(CLOSE.goingAway, 'server is stopping');
    await Promise.all([this.#sweeping, ...this.#introductions, ...[...this.#connections].map(({ settled }) => settled)]);
    await Promise.all([this.#reader.settled(), this.#parts.pushes.settled()]);
    for (const { socket } of this.#connections) socket.terminate();
    this.#server.close();
  }

  #greeted(): Connection[] {
    return [...this.#connections].filter(({ user }) => user !== undefined);
  }

  #users(): SocketUser[] {
    return [...this.#connections].flatMap(({ user }) => user ?? []);
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const refuse = (status: string): void => {
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    };
    socket.on('error', () => socket.destroy());
    // Who broke off before this request was read has no address any more. Types promise one; a throw here would end the process.
    const ip = request.socket.remoteAddress === undefined ? undefined : proxyAddr(request, this.#trusts);
    if (ip === undefined) {
      socket.destroy();
      return;
    }
    // The platform's later clients put a token behind the path; it is not looked at, the first frame carries it, too.
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const { host = '', origin = '', 'user-agent': userAgent = '' } = request.headers;
    if (path !== SOCKET_PATH && !path.startsWith(`${SOCKET_PATH}/`)) refuse('404 Not Found');
    else if (!originAllowed(request.headers.origin, request.headers.host, this.#parts.config.allowedOrigins)) refuse('403 Forbidden');
    else if (this.#closed || this.#connections.size >= MAX_SOCKETS) refuse('503 Service Unavailable');
    else {
      const facts = { ip, network: networkOf(ip), userAgent, origin, ownOrigin: `${new URL(origin).protocol}//${host}` };
      this.#server.handleUpgrade(request, socket, head, (webSocket) => this.#accept(webSocket, facts));
    }
  }

  #accept(socket: WebSocket, origin: Connection['origin']): void {
    if (this.#isFull(origin.network)) {
      // A browser learns the reason of a close, never that of a refused opening.
      socket.on('error', () => undefined);
      socket.close(CLOSE.tryLater, 'too many connections from this address');
      return;
    }
    const { clock, config, log } = this.#parts;
    const limits = { framesPerSecond: config.socketFramesPerSecond, bufferBytes: config.socketBufferKb * 1024 };
    const connection = new Connection(socket, origin, limits, this.#now());
    this.#connections.add(connection);
    connection.awaitGreeting(MAX_GREETING_MS);
    socket.on('error', (error) => log.debug({ err: error }, 'a socket failed'));
    socket.on('close', () => this.#connections.delete(connection));
    socket.on('message', (data, isBinary) => {
      if (!connection.isOpen) return;
      // Counted as it comes, whatever waits before it.
      if (!connection.takeToken(clock.steady().getTime())) return connection.end(CLOSE.policy, 'too many frames');
      connection.enqueue(() =>
        this.#receive(connection, data, isBinary).catch((error: unknown) => log.error({ err: error }, 'a socket frame could not be answered')),
      );
    });
  }

  #now(): number {
    return this.#parts.clock.steady().getTime();
  }

  #isFull(network: string): boolean {
    const { socketsPerAddress } = this.#parts.config;
    const there = [...this.#connections].filter(({ origin }) => origin.network === network);
    const unknown = there.filter(({ user }) => user === undefined).length;
    return there.length >= socketsPerAddress || unknown >= Math.ceil(socketsPerAddress / GREETING_SHARE);
  }

  /** The oldest window of a session gives way: it may be one that nobody has any more. It is told why, and does not come back by itself. */
  #makeRoom(newest: Connection, sessionId: string): void {
    const { config, texts } = this.#parts;
    const windows = [...this.#connections].filter(({ user, isOpen }) => user?.sessionId === sessionId && isOpen);
    for (const connection of windows.filter((one) => one !== newest).slice(0, Math.max(0, windows.length - config.socketsPerSession))) {
      const msg = texts.find(connection.language, 'errors.core.too-many-windows') ?? '';
      connection.send({ method: 'closeSocket', msg: fill(msg, { most: config.socketsPerSession }) });
      connection.end(CLOSE.tooManyWindows, 'too many windows of this session');
    }
  }

  async #receive(connection: Connection, data: RawData, isBinary: boolean): Promise<void> {
    if (!connection.isOpen) return;
    const frame = isBinary ? undefined : parseFrame(data);
    if (!frame) return connection.end(CLOSE.badData, 'not a JSON frame');
    const token = typeof frame.token === 'string' ? frame.token : '';
    if (frame.method === GREETING) return await this.#greet(connection, token, frame);
    // Every frame names its session; one that names another than the socket's own is not answered.
    if (!connection.user || token !== connection.token) return connection.end(CLOSE.policy, 'no valid token');
    const answer = await this.#parts.calls.answer(connection, frame);
    if (answer.kind === 'session-over') {
      connection.send({ method: 'logout', msg: answer.msg });
      connection.end(CLOSE.policy, 'session is over');
    } else if (answer.frame) connection.send(answer.frame);
  }

  async #greet(connection: Connection, token: string, frame: Frame): Promise<void> {
    const { sessions, rights } = this.#parts;
    const finding = await sessions.find(token, 'background');
    if (finding.kind !== 'open') return connection.end(CLOSE.policy, 'no valid token');
    const { session } = finding;
    if (session.passwordDemand !== '') return connection.end(CLOSE.policy, 'a new password comes first');
    if (connection.user && connection.user.sessionId !== session.id) return connection.end(CLOSE.policy, 'another session');
    connection.greeted();
    const standing = await rights.standing(session, session.rightsRevision);
    // What was pushed while nobody was here is no news for the first who comes.
    if (this.#users().length === 0) await this.#reader.read();
    if (!connection.isOpen) return;
    const isNew = connection.user === undefined;
    // A screen that was cut off while its rights changed says which ones it shows.
    connection.rights = typeof frame.rights === 'string' ? frame.rights : standing.digest;
    connection.token = token;
    connection.language = session.language;
    connection.user = { userId: session.userId, sessionId: session.id };
    connection.orgId = session.orgId;
    connection.roles = standing.roles;
    // A sweep that was under way meanwhile has not looked at this one.
    if (session.rightsRevision !== this.#rightsSeen) this.#rightsSeen = '';
    if (isNew) this.#makeRoom(connection, session.id);
    // From here on every push reaches it: what was there before, the page reads now.
    connection.send({ method: 'greeted' });
    this.#tellRights(connection, standing.digest);
    // Beside the frames that the window sends next: when a whole centre comes back, nobody's message waits behind all that is told to the others.
    const telling: Promise<void> = this.#introduce(connection, frame, isNew).finally(() => this.#introductions.delete(telling));
    this.#introductions.add(telling);
  }

  /** What plugins say to who came; then the others hear of them. Never throws. */
  async #introduce(connection: Connection, frame: Frame, isNew: boolean): Promise<void> {
    try {
      await this.#greetings.run(async () => {
        for await (const answer of this.#parts.calls.greet(connection, frame)) connection.send(answer);
      }, connection.gone);
      // Who comes is told where they work now, and nowhere else.
      if (isNew && connection.user) await this.#arrivals.came(connection.orgId, connection.user.userId);
    } catch (error) {
      // Who left again needs no greeting.
      if (!connection.gone.aborted) this.#parts.log.error({ err: error }, 'a socket could not be greeted');
    }
  }

  #closeSessions(ids: ReadonlySet<string>, textKey: '' | 'login-expired' | 'forced-out'): void {
    for (const connection of this.#connections) {
      if (!connection.user || !ids.has(connection.user.sessionId)) continue;
      const msg = textKey ? this.#parts.texts.find(connection.language, `errors.core.${textKey}`) : '';
      connection.send({ method: 'logout', msg: msg ?? '' });
      connection.end(CLOSE.policy, 'session is over');
    }
  }

  #readPushes(): void {
    if (this.#closed) return;
    this.#reader.read().catch((error: unknown) => this.#parts.log.warn({ err: error }, 'pushed frames could not be read; trying again'));
  }

  #deliver({ target, text }: Push): void {
    const isFor = receivedBy(target);
    for (const connection of this.#greeted()) if (isFor(connection)) connection.sendText(text);
  }

  /** Where people work and what they are is looked at before it decides who gets a frame. */
  async #knowRecipients(pushes: readonly Push[]): Promise<void> {
    if (pushes.some(({ target }) => typeof target === 'object' && 'organisation' in target)) await this.#sweepRights();
  }

  #sweepOnce(): void {
    this.#sweeping ??= this.#sweep().finally(() => {
      this.#sweeping = undefined;
    });
  }

  /** Notices what happened elsewhere – on another server, by time, in the database: sessions that ended, rights that changed, pushes. */
  async #sweep(): Promise<void> {
    const users = this.#users();
    if (users.length === 0) return;
    try {
      this.#closeSessions(new Set(await this.#parts.sessions.amongEnded([...new Set(users.map((user) => user.sessionId))])), 'forced-out');
      await this.#sweepRights();
      await this.#reader.read();
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'sessions of sockets could not be checked');
    }
  }

  /** However many changes there were since the last sweep, a screen is told once, and only when its own rights are others now. */
  async #sweepRights(): Promise<void> {
    const { rights } = this.#parts;
    const revision = await rights.revision();
    if (revision === this.#rightsSeen) return;
    const standings = await rights.standings(this.online(), revision);
    for (const connection of this.#connections) {
      const now = connection.user && standings.get(connection.user.userId);
      if (now === undefined) continue;
      // Whoever works elsewhere by now hears what is for those there.
      connection.orgId = now.orgId;
      connection.roles = now.roles;
      this.#tellRights(connection, now.digest);
    }
    this.#rightsSeen = revision;
  }

  #tellRights(connection: Connection, now: string): void {
    if (connection.rights === now) return;
    connection.rights = now;
    // A screen that was sent what changed shows it already, and need not ask.
    connection.send({ method: 'rightsChanged', digest: now });
  }
}

function receivedBy(target: PushTarget): (connection: Connection) => boolean {
  if (target === 'all') return () => true;
  if ('person' in target) return ({ user }) => user?.userId === target.person;
  if ('persons' in target) {
    const persons = new Set<string>(target.persons);
    return ({ user }) => user !== undefined && persons.has(user.userId);
  }
  return ({ orgId, roles }) => orgId === target.organisation && (target.role === undefined || roles.includes(target.role));
}

import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock, Log, SessionUser } from '@nephra/plugin-sdk/server';
import proxyAddr from '@fastify/proxy-addr';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import type { Language } from '@nephra/plugin-sdk/contract';
import { networkOf } from '../auth/network-of.ts';
import type { SessionStore } from '../auth/session-store.ts';
import type { Config } from '../config/index.ts';
import { fill, type TextSource } from '../i18n/texts.ts';
import type { CurrentRights } from '../identity/current-rights.ts';
import { isDeeperThan, MAX_DEPTH } from '../http/body-depth.ts';
import { originAllowed } from './origin-check.ts';

export type Frame = Readonly<Record<string, unknown>> & { readonly method: string };

/** A frame that came in, from a socket whose session is known. The sender is always the session's user. */
export interface IncomingFrame {
  readonly frame: Frame;
  readonly user: SocketUser;
  reply(frame: Frame): void;
}

export type SocketUser = Pick<SessionUser, 'userId' | 'account' | 'userName'> & { readonly sessionId: string; readonly mobile: boolean };

type FrameHandler = (incoming: IncomingFrame) => Promise<void>;
type ConnectHandler = (user: SocketUser, reply: (frame: Frame) => void) => Promise<void>;

export const SOCKET_PATH = '/api/message/websocket';

const LIMITS = {
  frameBytes: 64 * 1024,
  framesPerSecond: 20,
  burst: 60,
  /** A socket that does not say who it is. */
  greetingMs: 10_000,
  pingMs: 30_000,
  /** How often sessions that ended on another node, and rights that changed anywhere, are noticed. Two seconds are promised. */
  sweepMs: 1000,
  sockets: 5000,
  bufferedBytes: 4 * 1_048_576,
} as const;

/** 1013 = come back later, 4008 = another window of the same session took the place; our browser shell tells them from a lost connection. */
const CLOSE = { goingAway: 1001, badData: 1007, policy: 1008, tooBig: 1009, tryLater: 1013, tooManyWindows: 4008 } as const;

/** Of the sockets of one address, so many may be about to say who they are: the windows of a centre come back together after a restart. */
const GREETING_SHARE = 5;

interface Connection {
  readonly socket: WebSocket;
  readonly network: string;
  token: string;
  user: SocketUser | undefined;
  /** Where the user works now; empty before the greeting. */
  orgId: string;
  language: Language;
  /** Digest of the rights that the screen shows. */
  rights: string;
  alive: boolean;
  tokens: number;
  at: number;
  greeting: NodeJS.Timeout | undefined;
  /** Frames are answered one after another. */
  queue: Promise<void>;
}

export interface HubParts {
  readonly sessions: SessionStore;
  readonly rights: CurrentRights;
  readonly clock: Clock;
  readonly log: Log;
  readonly config: Pick<Config, 'allowedOrigins' | 'trustProxy' | 'socketsPerSession' | 'socketsPerAddress'>;
  readonly texts: TextSource;
}

/** All sockets of this node (wire facts 3). What frames mean beyond connecting is for those who register handlers. */
export class SocketHub {
  readonly #parts: HubParts;
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: LIMITS.frameBytes, perMessageDeflate: false, clientTracking: false });
  readonly #connections = new Set<Connection>();
  readonly #handlers = new Map<string, FrameHandler>();
  readonly #connectHandlers = new Set<ConnectHandler>();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #trusts: ReturnType<typeof proxyAddr.compile>;
  #closed = false;
  #sweeping: Promise<void> | undefined;
  /** Revision of all rights up to which every open screen was looked at. */
  #rightsSeen = '';

  constructor(parts: HubParts) {
    this.#parts = parts;
    this.#trusts = proxyAddr.compile([...parts.config.trustProxy]);
    // Who left by choice needs no explanation, in this tab or another.
    parts.sessions.onEnded((ids, reason) =>
      this.#closeSessions(new Set(ids), reason === 'logout' ? '' : reason === 'expired' ? 'login-expired' : 'forced-out'),
    );
  }

  /** Takes over the upgrade requests of an HTTP server. */
  attach(server: Server): void {
    server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
    this.#timers.push(
      setInterval(() => this.#ping(), LIMITS.pingMs),
      setInterval(() => this.#sweepOnce(), LIMITS.sweepMs),
    );
    for (const timer of this.#timers) timer.unref();
  }

  /** Hears frames of one method. */
  onFrame(method: string, handler: FrameHandler): () => void {
    this.#handlers.set(method, handler);
    return () => this.#handlers.delete(method);
  }

  /** Called once a socket has said who it is. */
  onConnect(handler: ConnectHandler): () => void {
    this.#connectHandlers.add(handler);
    return () => this.#connectHandlers.delete(handler);
  }

  broadcast(frame: Frame): void {
    for (const connection of this.#connections) if (connection.user) this.#send(connection, frame);
  }

  /** Who comes is told where they work now, and nowhere else. */
  #tellColleagues(orgId: string, frame: Frame): void {
    for (const connection of this.#connections) if (connection.user && connection.orgId === orgId) this.#send(connection, frame);
  }

  /** Sends to every socket of a user. @returns how many there were. */
  toUser(userId: string, frame: Frame): number {
    let sent = 0;
    for (const connection of this.#connections) {
      if (connection.user?.userId !== userId || connection.socket.readyState !== WebSocket.OPEN) continue;
      this.#send(connection, frame);
      sent += 1;
    }
    return sent;
  }

  /** Users with at least one socket here. */
  online(): string[] {
    return [...new Set([...this.#connections].flatMap(({ user }) => (user ? [user.userId] : [])))];
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    for (const connection of this.#connections) this.#end(connection, CLOSE.goingAway, 'server is stopping');
    await Promise.all([this.#sweeping, ...[...this.#connections].map((connection) => connection.queue)]);
    for (const connection of this.#connections) connection.socket.terminate();
    this.#server.close();
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const refuse = (status: string): void => {
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    };
    socket.on('error', () => socket.destroy());
    // Who broke off before this request was read has no address any more. Types promise one; a throw here would end the process.
    const address = request.socket.remoteAddress === undefined ? undefined : proxyAddr(request, this.#trusts);
    if (address === undefined) {
      socket.destroy();
      return;
    }
    // The platform's later clients put a token behind the path; it is not looked at, the first frame carries it, too.
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (path !== SOCKET_PATH && !path.startsWith(`${SOCKET_PATH}/`)) refuse('404 Not Found');
    else if (!originAllowed(request.headers.origin, request.headers.host, this.#parts.config.allowedOrigins)) refuse('403 Forbidden');
    else if (this.#closed || this.#connections.size >= LIMITS.sockets) refuse('503 Service Unavailable');
    else this.#server.handleUpgrade(request, socket, head, (webSocket) => this.#accept(webSocket, networkOf(address)));
  }

  #accept(socket: WebSocket, network: string): void {
    if (this.#isFull(network)) {
      // A browser learns the reason of a close, never that of a refused opening.
      socket.on('error', () => undefined);
      socket.close(CLOSE.tryLater, 'too many connections from this address');
      return;
    }
    const now = this.#parts.clock.steady().getTime();
    const connection: Connection = {
      socket,
      network,
      token: '',
      user: undefined,
      orgId: '',
      language: 'zh',
      rights: '',
      alive: true,
      tokens: LIMITS.burst,
      at: now,
      greeting: undefined,
      queue: Promise.resolve(),
    };
    this.#connections.add(connection);
    connection.greeting = setTimeout(() => this.#end(connection, CLOSE.policy, 'no greeting'), LIMITS.greetingMs);
    connection.greeting.unref();
    socket.on('pong', () => {
      connection.alive = true;
    });
    socket.on('error', (error) => this.#parts.log.debug({ err: error }, 'a socket failed'));
    socket.on('close', () => {
      clearTimeout(connection.greeting);
      this.#connections.delete(connection);
    });
    socket.on('message', (data, isBinary) => {
      connection.queue = connection.queue
        .then(() => this.#receive(connection, data, isBinary))
        .catch((error: unknown) => this.#parts.log.error({ err: error }, 'a socket frame could not be answered'));
    });
  }

  #isFull(network: string): boolean {
    const { socketsPerAddress } = this.#parts.config;
    const there = [...this.#connections].filter((connection) => connection.network === network);
    const unknown = there.filter(({ user }) => user === undefined).length;
    return there.length >= socketsPerAddress || unknown >= Math.ceil(socketsPerAddress / GREETING_SHARE);
  }

  /** The oldest window of a session gives way: it may be one that nobody has any more. It is told why, and does not come back by itself. */
  #makeRoom(newest: Connection, sessionId: string): void {
    const { config, texts } = this.#parts;
    const windows = [...this.#connections].filter(({ user, socket }) => user?.sessionId === sessionId && socket.readyState === WebSocket.OPEN);
    for (const connection of windows.filter((one) => one !== newest).slice(0, Math.max(0, windows.length - config.socketsPerSession))) {
      const msg = texts.find(connection.language, 'errors.core.too-many-windows') ?? '';
      this.#send(connection, { method: 'closeSocket', msg: fill(msg, { most: config.socketsPerSession }) });
      this.#end(connection, CLOSE.tooManyWindows, 'too many windows of this session');
    }
  }

  async #receive(connection: Connection, data: RawData, isBinary: boolean): Promise<void> {
    if (connection.socket.readyState !== WebSocket.OPEN) return;
    if (!this.#takeToken(connection)) return this.#end(connection, CLOSE.policy, 'too many frames');
    const frame = isBinary ? undefined : parseFrame(data);
    if (!frame) return this.#end(connection, CLOSE.badData, 'not a JSON frame');
    const token = typeof frame.token === 'string' ? frame.token : '';
    if (frame.method === 'OnConnection') return await this.#greet(connection, token, frame);
    // Every frame names its session; one that names another than the socket's own is not answered.
    if (!connection.user || token !== connection.token) return this.#end(connection, CLOSE.policy, 'no valid token');
    const handler = this.#handlers.get(frame.method);
    if (!handler) return;
    const finding = await this.#parts.sessions.find(token, 'background');
    if (finding.kind !== 'open') return this.#end(connection, CLOSE.policy, 'session is over');
    if (finding.session.locked) return;
    await handler({ frame, user: connection.user, reply: (answer) => this.#send(connection, answer) });
  }

  async #greet(connection: Connection, token: string, { mobileDevice, rights }: Frame): Promise<void> {
    const finding = await this.#parts.sessions.find(token, 'background');
    if (finding.kind !== 'open') return this.#end(connection, CLOSE.policy, 'no valid token');
    const { session } = finding;
    if (session.passwordDemand !== '') return this.#end(connection, CLOSE.policy, 'a new password comes first');
    if (connection.user && connection.user.sessionId !== session.id) return this.#end(connection, CLOSE.policy, 'another session');
    clearTimeout(connection.greeting);
    const held = await this.#parts.rights.digest(session, session.rightsRevision);
    // A screen that was cut off while its rights changed says which ones it shows.
    connection.rights = typeof rights === 'string' ? rights : held;
    const isNew = connection.user === undefined;
    connection.token = token;
    connection.language = session.language;
    connection.user = { userId: session.userId, account: session.account, userName: session.userName, sessionId: session.id, mobile: mobileDevice === true };
    const { user } = connection;
    connection.orgId = session.orgId;
    if (isNew) this.#makeRoom(connection, session.id);
    if (isNew) this.#tellColleagues(session.orgId, { method: 'online', userId: user.userId });
    this.#tellRights(connection, held);
    for (const handler of this.#connectHandlers) await handler(user, (frame) => this.#send(connection, frame));
  }

  #takeToken(connection: Connection): boolean {
    const now = this.#parts.clock.steady().getTime();
    const elapsed = Math.max(0, now - connection.at);
    connection.tokens = Math.min(LIMITS.burst, connection.tokens + (elapsed * LIMITS.framesPerSecond) / 1000);
    connection.at = now;
    if (connection.tokens < 1) return false;
    connection.tokens -= 1;
    return true;
  }

  #send(connection: Connection, frame: Frame): void {
    const { socket } = connection;
    if (socket.readyState !== WebSocket.OPEN) return;
    // A reader that does not read must not fill our memory.
    if (socket.bufferedAmount > LIMITS.bufferedBytes) this.#end(connection, CLOSE.tryLater, 'too slow');
    else socket.send(JSON.stringify(frame));
  }

  #end(connection: Connection, code: number, reason: string): void {
    clearTimeout(connection.greeting);
    connection.socket.close(code, reason);
  }

  #closeSessions(ids: ReadonlySet<string>, textKey: '' | 'login-expired' | 'forced-out'): void {
    for (const connection of this.#connections) {
      if (!connection.user || !ids.has(connection.user.sessionId)) continue;
      const msg = textKey ? this.#parts.texts.find(connection.language, `errors.core.${textKey}`) : '';
      this.#send(connection, { method: 'logout', msg: msg ?? '' });
      this.#end(connection, CLOSE.policy, 'session is over');
    }
  }

  #ping(): void {
    for (const connection of this.#connections) {
      if (!connection.alive) {
        connection.socket.terminate();
        continue;
      }
      connection.alive = false;
      connection.socket.ping();
    }
  }

  #sweepOnce(): void {
    this.#sweeping ??= this.#sweep().finally(() => {
      this.#sweeping = undefined;
    });
  }

  /** Notices what happened elsewhere – on another node, by time, in the database: sessions that ended, rights that changed. */
  async #sweep(): Promise<void> {
    const users = [...this.#connections].flatMap(({ user }) => user ?? []);
    if (users.length === 0) return;
    try {
      this.#closeSessions(new Set(await this.#parts.sessions.amongEnded([...new Set(users.map((user) => user.sessionId))])), 'forced-out');
      await this.#sweepRights([...new Set(users.map((user) => user.userId))]);
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'sessions of sockets could not be checked');
    }
  }

  /** However many changes there were since the last sweep, a screen is told once, and only when its own rights are others now. */
  async #sweepRights(userIds: readonly string[]): Promise<void> {
    const { rights } = this.#parts;
    const revision = await rights.revision();
    if (revision === this.#rightsSeen) return;
    const standings = await rights.standings(userIds, revision);
    for (const connection of this.#connections) {
      const now = connection.user && standings.get(connection.user.userId);
      if (now === undefined) continue;
      // Whoever works elsewhere by now hears of comers there.
      connection.orgId = now.orgId;
      this.#tellRights(connection, now.digest);
    }
    this.#rightsSeen = revision;
  }

  #tellRights(connection: Connection, now: string): void {
    if (connection.rights === now) return;
    connection.rights = now;
    this.#send(connection, { method: 'rightsChanged' });
  }
}

function parseFrame(data: RawData): Frame | undefined {
  try {
    const value: unknown = JSON.parse(data.toString());
    if (isDeeperThan(value, MAX_DEPTH)) return undefined;
    return typeof value === 'object' && value !== null && typeof (value as { method?: unknown }).method === 'string' ? (value as Frame) : undefined;
  } catch {
    return undefined;
  }
}

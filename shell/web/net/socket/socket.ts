import { makeAutoObservable } from 'mobx';
import type { SocketFrame, SocketPort } from './socket.port.ts';

/** The part of a browser's WebSocket that is used here; tests hand in their own. */
export interface SocketLike {
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onclose: ((event: { readonly code: number }) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
}

export interface ShellSocketOptions {
  readonly open: () => SocketLike;
  readonly token: () => string;
  readonly isMobile: () => boolean;
  /** Digest of the rights that the screen shows: one that was cut off learns whether it missed a change. */
  readonly rights: () => string;
  readonly random: () => number;
  /** Runs something later; returns what cancels it. */
  readonly later: (work: () => void, ms: number) => () => void;
  /** The server ended this session (`logout` frame): toast the text and forget the session. */
  readonly onLogout: (msg: string) => void;
  /** The server took this connection away for another one (`closeSocket`). */
  readonly onTakenOver: (msg: string) => void;
}

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
/** The server has no place for this address now (RFC 6455: try again later); asking again every second would make that worse. */
const TRY_LATER = 1013;
const FAILURES_WHEN_FULL = 5;

/**
 * Pause before the next try: doubles up to a minute, then between half and all of it by chance, so that the browsers of
 * a whole hospital do not come back in the same second after the server was restarted.
 */
export const reconnectPause = (failures: number, random: number): number => Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures) * (0.5 + random / 2);

/** The shell's one socket. `start` after sign-in, `stop` at its end. */
export class ShellSocket implements SocketPort {
  state: 'closed' | 'connecting' | 'open' = 'closed';

  readonly #options: ShellSocketOptions;
  readonly #listeners = new Map<string, Set<(frame: SocketFrame) => void>>();
  readonly #openListeners = new Set<() => void>();
  #socket: SocketLike | null = null;
  #cancelRetry: () => void = () => {};
  #failures = 0;
  #wanted = false;

  constructor(options: ShellSocketOptions) {
    this.#options = options;
    makeAutoObservable<this>(this, { send: false, on: false, onOpen: false });
  }

  start(): void {
    if (this.#wanted) return;
    this.#wanted = true;
    this.#failures = 0;
    this.#connect();
  }

  stop(): void {
    this.#wanted = false;
    this.#cancelRetry();
    this.#drop();
    this.setState('closed');
  }

  setState(state: 'closed' | 'connecting' | 'open'): void {
    this.state = state;
  }

  send(frame: { readonly method: string; readonly [field: string]: unknown }): boolean {
    if (this.state !== 'open' || this.#socket === null) return false;
    this.#socket.send(JSON.stringify({ ...frame, token: this.#options.token() }));
    return true;
  }

  on(method: string, listener: (frame: SocketFrame) => void): () => void {
    const listeners = this.#listeners.get(method) ?? new Set();
    this.#listeners.set(method, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  onOpen(listener: () => void): () => void {
    this.#openListeners.add(listener);
    if (this.state === 'open') listener();
    return () => this.#openListeners.delete(listener);
  }

  #connect(): void {
    this.setState('connecting');
    const socket = this.#options.open();
    this.#socket = socket;
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      this.setState('open');
      const rights = this.#options.rights();
      this.send({ method: 'OnConnection', mobileDevice: this.#options.isMobile(), ...(rights === '' ? {} : { rights }) });
      for (const listener of this.#openListeners) listener();
    };
    socket.onmessage = (event) => {
      if (this.#socket !== socket) return;
      // Only who is spoken to was let in: a server that opens the door and closes it again must not be asked every second.
      this.#failures = 0;
      this.#hear(event.data);
    };
    socket.onclose = ({ code }) => {
      if (this.#socket === socket) this.#lost(code);
    };
  }

  #lost(code: number): void {
    this.#socket = null;
    if (code === TRY_LATER) this.#failures = Math.max(this.#failures, FAILURES_WHEN_FULL);
    if (!this.#wanted) return;
    this.setState('connecting');
    this.#cancelRetry = this.#options.later(() => this.#connect(), reconnectPause(this.#failures, this.#options.random()));
    this.#failures += 1;
  }

  #hear(data: unknown): void {
    const frame = parseFrame(data);
    if (frame === undefined) return;
    const msg = typeof frame.msg === 'string' ? frame.msg : '';
    if (frame.method === 'logout') {
      this.stop();
      this.#options.onLogout(msg);
    } else if (frame.method === 'closeSocket') {
      this.stop();
      this.#options.onTakenOver(msg);
    }
    for (const listener of this.#listeners.get(String(frame.method)) ?? []) {
      try {
        listener(frame);
      } catch (error) {
        // One listener of a plugin must not keep the others from hearing the frame.
        console.error(error);
      }
    }
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }
}

function parseFrame(data: unknown): SocketFrame | undefined {
  try {
    const frame: unknown = JSON.parse(String(data));
    return typeof frame === 'object' && frame !== null ? (frame as SocketFrame) : undefined;
  } catch {
    return undefined;
  }
}

/** `wss://host/api/message/websocket` of the page's own server or of the configured one. */
export function socketAddress(pageOrigin: string, base: string): string {
  const url = new URL(base === '' ? '/' : base, pageOrigin);
  return `${url.protocol === 'https:' ? 'wss:' : 'ws:'}//${url.host}${url.pathname.replace(/\/$/, '')}/api/message/websocket`;
}

/** A real connection. */
export const openWebSocket = (address: string): SocketLike => new WebSocket(address) as SocketLike;

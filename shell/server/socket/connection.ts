import type { Language } from '@nephra/plugin-sdk/contract';
import { WebSocket } from 'ws';
import type { Frame } from './frames/frame.ts';
import { BURST_SECONDS, CLOSE, MAX_WAITING_FRAMES } from './socket-limits.ts';

export interface SocketUser {
  readonly userId: string;
  readonly sessionId: string;
}

/** What is known of a socket before it says who it is. */
export interface SocketOrigin {
  readonly ip: string;
  /** Network of the address, which limits count by. */
  readonly network: string;
  readonly userAgent: string;
  readonly origin: string;
  /** Scheme and host that were called. */
  readonly ownOrigin: string;
}

export interface ConnectionLimits {
  readonly framesPerSecond: number;
  /** Bytes that wait for a reader. */
  readonly bufferBytes: number;
}

/** One socket: its rate, its queue, its buffer. Whatever goes wrong here ends this socket and touches no other. */
export class Connection {
  readonly socket: WebSocket;
  readonly origin: SocketOrigin;
  readonly #limits: ConnectionLimits;
  readonly #gone = new AbortController();
  token = '';
  /** Undefined before the greeting. */
  user: SocketUser | undefined;
  /** Where the user works now; empty before the greeting. */
  orgId = '';
  /** Codes of the roles that count there now. */
  roles: readonly string[] = [];
  language: Language = 'zh';
  /** Digest of the rights that the screen shows. */
  rights = '';
  #answersPings = true;
  #tokens: number;
  #tokensAt: number;
  #greeting: NodeJS.Timeout | undefined;
  #queue: Promise<void> = Promise.resolve();
  #waiting = 0;

  /** @param now milliseconds of the steady line */
  constructor(socket: WebSocket, origin: SocketOrigin, limits: ConnectionLimits, now: number) {
    this.socket = socket;
    this.origin = origin;
    this.#limits = limits;
    this.#tokens = limits.framesPerSecond * BURST_SECONDS;
    this.#tokensAt = now;
    socket.on('pong', () => {
      this.#answersPings = true;
    });
    socket.on('close', () => {
      this.greeted();
      this.#gone.abort();
    });
  }

  /** Aborted when the socket is closed. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /** Resolves when no frame is at work. */
  get settled(): Promise<void> {
    return this.#queue;
  }

  /** Ends it unless `greeted` is called in time. */
  awaitGreeting(milliseconds: number): void {
    this.#greeting = setTimeout(() => this.end(CLOSE.policy, 'no greeting'), milliseconds);
    this.#greeting.unref();
  }

  greeted(): void {
    clearTimeout(this.#greeting);
  }

  /** Counts a frame that came in. @returns false when there were too many */
  takeToken(now: number): boolean {
    const { framesPerSecond } = this.#limits;
    const elapsed = Math.max(0, now - this.#tokensAt);
    this.#tokens = Math.min(framesPerSecond * BURST_SECONDS, this.#tokens + (elapsed * framesPerSecond) / 1000);
    this.#tokensAt = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  /** One frame after another. While many wait, nothing more is read: the sender's own buffer fills. */
  enqueue(work: () => Promise<void>): void {
    this.#waiting += 1;
    if (this.#waiting >= MAX_WAITING_FRAMES) this.socket.pause();
    this.#queue = this.#queue.then(work).finally(() => {
      this.#waiting -= 1;
      if (this.#waiting < MAX_WAITING_FRAMES && this.socket.isPaused) this.socket.resume();
    });
  }

  send(frame: Frame): void {
    this.sendText(JSON.stringify(frame));
  }

  /** A reader that does not take what is sent must not fill our memory: it is cut off, since it would not read a farewell either. */
  sendText(text: string): void {
    if (!this.isOpen) return;
    if (this.socket.bufferedAmount + text.length > this.#limits.bufferBytes) this.socket.terminate();
    else this.socket.send(text);
  }

  end(code: number, reason: string): void {
    this.greeted();
    this.socket.close(code, reason);
  }

  /** Ends a socket whose other side is gone without a word. */
  ping(): void {
    // What is not read brings no answers either.
    if (this.socket.isPaused) return;
    if (this.#answersPings) this.socket.ping();
    else this.socket.terminate();
    this.#answersPings = false;
  }
}

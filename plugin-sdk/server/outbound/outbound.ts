import type { ForeignDatabases } from './foreign-databases.ts';
import type { Mailboxes } from './mailboxes.ts';

/** One call to a foreign system. */
export interface OutboundRequest {
  /** http or https, without user and password. */
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Until a connection stands; 10,000 unless told. */
  readonly connectTimeoutMs?: number;
  /** From the start to the last byte of the answer; 30,000 unless told. */
  readonly timeoutMs?: number;
  /** A longer answer is broken off; 2 MiB unless told. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
  /**
   * Hears the body while it comes, each part once and in order, for answers that are long in coming (a model that speaks word by word). The reply holds the whole all
   * the same. `status` is that of the answer, so that an error's body is not taken for content. Must not wait; what it throws ends the call as `aborted`.
   */
  readonly onPart?: (part: Buffer, status: number) => void;
}

/** Whatever came back, whatever its status. Redirects are not followed. */
export interface OutboundReply {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * `not-allowed`: neither manifest nor registry.json allow this address, or the name leads somewhere it must not. `connect`: nobody answered
 * there. `timeout`, `aborted`, `broken` (cut off, no HTTP), `too-large`.
 */
export type OutboundFailure = 'not-allowed' | 'connect' | 'timeout' | 'aborted' | 'broken' | 'too-large';

export class OutboundError extends Error {
  readonly failure: OutboundFailure;
  /** False only when it is certain that not a byte of the request left: the other side cannot have acted on it. */
  readonly sent: boolean;
  constructor(failure: OutboundFailure, sent: boolean, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'OutboundError';
    this.failure = failure;
    this.sent = sent;
  }
}

/** By name and not by class: a plugin's server half carries its own copy of this module, the host throws with another. */
export function isOutboundError(error: unknown): error is OutboundError {
  return error instanceof Error && error.name === 'OutboundError' && typeof (error as Partial<OutboundError>).sent === 'boolean';
}

export interface Outbound {
  /** Foreign PostgreSQL servers, from the same list (`postgresql://10.1.2.3:5432`), for reading alone. */
  readonly databases: ForeignDatabases;
  /** Mail servers, from the same list (`imaps://mail.example:993`). */
  readonly mailboxes: Mailboxes;
  /**
   * Refused inside a database transaction: no row may stay locked while a foreign system thinks.
   * @throws OutboundError
   */
  send(request: OutboundRequest): Promise<OutboundReply>;
  /** Whether an address may be called, by its text; where its name leads is seen when it is called. */
  allows(url: string): boolean;
}

/** Numbers in the envelope's `code` (spec section 8; wire facts of the platform). HTTP status stays 200 for all of them. */
export const EnvelopeCode = {
  Ok: 200,
  /** Request refused by validation. */
  Invalid: 400,
  Forbidden: 403,
  NotFound: 404,
  /** Somebody else changed the record, or the same idempotency key came with another body. */
  Conflict: 409,
  TooLarge: 413,
  TooMany: 429,
  /** A business rule said no. */
  Refused: 500,
  /** Unexpected fault on our side; the text is bland, the log has the details. */
  Fault: 599,
  Unavailable: 503,
  LoginExpired: 600,
  ForcedOut: 601,
  TokenInvalid: 602,
} as const;
export type EnvelopeCode = (typeof EnvelopeCode)[keyof typeof EnvelopeCode];

/** Codes after which the browser forgets its token and goes to the login page. */
export const SESSION_ENDED_CODES: readonly number[] = [EnvelopeCode.LoginExpired, EnvelopeCode.ForcedOut, EnvelopeCode.TokenInvalid];

/** The server could not, or not now: what was sent is sent again under its key or name. Every other refusal is an answer. */
export const COMES_BACK_CODES: readonly number[] = [EnvelopeCode.Fault, EnvelopeCode.Unavailable, EnvelopeCode.TooMany, ...SESSION_ENDED_CODES];

/** Every answer of the server. `extras` lets programs tell errors apart without reading text. */
export interface Envelope<T = unknown> {
  code: number;
  msg: string;
  data: T;
  timestamp: number;
  extras?: ErrorExtras | null;
}

export interface ErrorExtras {
  /** Stable key such as `prescription.stale`. */
  error: string;
  params?: Record<string, string | number>;
  fields?: { path: string; msg: string }[];
  /** Log reference to tell support. */
  reference?: string;
}

export type ErrorParams = Record<string, string | number>;

export interface AppErrorOptions {
  code?: EnvelopeCode;
  params?: ErrorParams;
  fields?: { path: string; msg: string }[];
  cause?: unknown;
}

/**
 * A refusal that people will read. `key` is looked up as `errors.<key>` in the texts of the plugin whose route
 * was called (or of the shell) in the user's language; `params` fill its `{{placeholders}}`.
 */
export class AppError extends Error {
  readonly key: string;
  readonly code: EnvelopeCode;
  readonly params: ErrorParams;
  readonly fields: { path: string; msg: string }[];

  constructor(key: string, options: AppErrorOptions = {}) {
    super(key, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.key = key;
    this.code = options.code ?? EnvelopeCode.Refused;
    this.params = options.params ?? {};
    this.fields = options.fields ?? [];
  }
}

/** True for our own errors, also across two bundled copies of this class. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === 'AppError' && typeof (error as Partial<AppError>).key === 'string';
}

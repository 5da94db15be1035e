import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';

interface DriverError extends Error {
  code?: string;
}

const isDriverError = (error: unknown): error is DriverError => error instanceof Error;

/** SQLSTATE of the error or of what caused it, `undefined` when the database did not speak. */
export function sqlStateOf(error: unknown): string | undefined {
  for (let cause = error, depth = 0; isDriverError(cause) && depth < 8; cause = cause.cause, depth += 1) {
    if (typeof cause.code === 'string' && /^[0-9A-Z]{5}$/.test(cause.code)) return cause.code;
  }
  return undefined;
}

const stalePlan = (error: unknown): boolean =>
  sqlStateOf(error) === '0A000' && isDriverError(error) && error.message.includes('cached plan must not change result type');

/** Another node or a designer changed a table under a prepared statement. */
export const isStalePlan = stalePlan;

/** The transaction lost a race and would probably succeed when run again. */
export function isSerializationFailure(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === '40001' || state === '40P01' || stalePlan(error);
}

export const databaseUnavailable = (reason: string, cause?: unknown): AppError =>
  new AppError('core.database-unavailable', { code: EnvelopeCode.Unavailable, cause: cause ?? new Error(reason) });

export const databaseBusy = (cause: unknown): AppError => new AppError('core.database-busy', { code: EnvelopeCode.Unavailable, cause });

export const databaseFull = (cause: unknown): AppError => new AppError('core.database-full', { code: EnvelopeCode.Unavailable, cause });

/** The connection was lost after COMMIT was sent: the work may or may not have been saved. */
export const commitUnknown = (cause: unknown): AppError => new AppError('core.commit-unknown', { code: EnvelopeCode.Unavailable, cause });

const connectionCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const connectionTexts = ['Connection terminated', 'connection error and is not queryable', 'Client was closed', 'after calling end on the pool'];

/** True when the connection is gone, not merely the statement refused. */
export function isConnectionLost(error: unknown): boolean {
  if (!isDriverError(error)) return false;
  if (isUnavailable(error)) return true;
  const code = error.code ?? '';
  // A missing file is a missing server only when it was to be a socket.
  if ((error as NodeJS.ErrnoException).syscall === 'connect') return true;
  return connectionCodes.has(code) || /^(08|57P0)/.test(code) || connectionTexts.some((text) => error.message.includes(text));
}

const isUnavailable = (error: Error): boolean => error instanceof AppError && error.key === 'core.database-unavailable';

/**
 * Turns what the driver throws into refusals that people can read, where the fault is not the statement's own;
 * everything else (constraints, syntax, ...) passes as it is, with its SQLSTATE.
 */
export function readableError(error: unknown): unknown {
  if (!isDriverError(error) || error instanceof AppError) return error;
  if (error.message.includes('timeout exceeded when trying to connect') || error.code === '53300') return databaseBusy(error);
  if (isConnectionLost(error)) return databaseUnavailable(error.message, error);
  if (error.code === '53100') return databaseFull(error);
  if (error.code === '57014' || error.code === '25P03' || error.code === '25P04') {
    return new AppError('core.database-slow', { code: EnvelopeCode.Unavailable, cause: error });
  }
  return error;
}

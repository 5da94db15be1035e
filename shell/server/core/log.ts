import pino, { type DestinationStream, type Logger } from 'pino';

const REDACTED = '[redacted]';

/** Query parameters that may carry a credential; their values never reach the log. */
const SECRET_PARAMETER = /([?&](?:token|ticket|encryption|code|password|access_token|setupCode)=)[^&#]*/gi;

/** The address of a call as it may be logged. */
export const loggableUrl = (url: string): string => url.slice(0, 500).replace(SECRET_PARAMETER, `$1${REDACTED}`);

/** Structured log, one JSON object per line. Headers and bodies are never logged; known secret fields are blanked as a second fence. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (error: unknown) => loggableError(error) },
      redact: { paths: ['token', 'password', 'authorization', '*.token', '*.password', '*.authorization', 'headers'], censor: REDACTED },
    },
    destination ?? pino.destination({ fd: 1, sync: false }),
  );
}

interface LoggableError {
  type: string;
  message: string;
  stack: string;
  code?: string;
  constraint?: string;
  table?: string;
  cause?: LoggableError;
}

const isSqlState = (code: unknown): code is string => typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code);

/**
 * An error as it may be logged. Texts of the database quote the values they complain about, which may be a patient's,
 * so of those only the class, the code and the names of constraint and table are kept.
 */
export function loggableError(error: unknown, depth = 0): LoggableError | string {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : 'not an Error';
  const { code, constraint, table } = error as Error & { code?: unknown; constraint?: string; table?: string };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const message = isSqlState(code) ? `database error ${code}` : error.message;
  const cause = error.cause instanceof Error && depth < 4 ? (loggableError(error.cause, depth + 1) as LoggableError) : undefined;
  return {
    type: error.name,
    message,
    stack: frames.join('\n'),
    ...(typeof code === 'string' ? { code } : {}),
    ...(constraint ? { constraint } : {}),
    ...(table ? { table } : {}),
    ...(cause ? { cause } : {}),
  };
}

export type { Logger };

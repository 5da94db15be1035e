import pino, { type DestinationStream, type Logger } from 'pino';

const REDACTED = '[redacted]';

/**
 * Structured log, one JSON object per line. Headers, bodies and addresses are never logged: a call stands there by the template of its route,
 * because what people look for is a patient's name. Known secret fields are blanked as a second fence.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: {
        err: (error: unknown) => loggableError(error),
        // What the HTTP library logs by itself about a call.
        req: ({ method }: { readonly method?: string }) => ({ method }),
      },
      redact: { paths: ['token', 'password', 'secret', 'authorization', '*.token', '*.password', '*.secret', '*.authorization', 'headers'], censor: REDACTED },
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

/** What an error says, unless it quotes values: of text that could not be read the piece around the fault stands in it. */
function messageOf({ name, message }: Error, code: unknown): string {
  if (isSqlState(code)) return `database error ${code}`;
  return name === 'SyntaxError' || name === 'URIError' ? 'a text could not be read' : message;
}

/**
 * An error as it may be logged. Texts of the database quote the values they complain about, which may be a patient's,
 * so of those only the class, the code and the names of constraint and table are kept.
 */
export function loggableError(error: unknown, depth = 0): LoggableError | string {
  if (!(error instanceof Error)) return 'not an Error';
  const { code, constraint, table } = error as Error & { code?: unknown; constraint?: string; table?: string };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const message = messageOf(error, code);
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

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
      redact: { paths: ['token', 'password', 'authorization', '*.token', '*.password', '*.authorization', 'headers'], censor: REDACTED },
    },
    destination ?? pino.destination({ fd: 1, sync: false }),
  );
}

export type { Logger };

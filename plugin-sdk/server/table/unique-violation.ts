interface DriverError extends Error {
  readonly code?: unknown;
  readonly constraint?: unknown;
}

const UNIQUE_VIOLATION = '23505';
const MAX_CAUSES = 8;

/** Name of the unique index that refused a row; undefined for any other error. */
export function brokenUniqueIndex(error: unknown): string | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < MAX_CAUSES; cause = cause.cause, depth += 1) {
    const { code, constraint } = cause as DriverError;
    if (code === UNIQUE_VIOLATION) return typeof constraint === 'string' ? constraint : '';
  }
  return undefined;
}

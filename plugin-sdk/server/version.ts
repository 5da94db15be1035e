import { AppError, EnvelopeCode, type ErrorParams } from '../contract/index.ts';

/**
 * Refuses to go on when somebody else changed the record since the caller read it.
 * @param sent version that the caller read; callers of older clients send none and are let through
 * @param key text of the refusal, for example `prescription.stale`
 * @throws AppError with code 409
 */
export function assertVersion(stored: number, sent: number | undefined, key: string, params: ErrorParams = {}): void {
  if (sent !== undefined && sent !== stored) throw new AppError(key, { code: EnvelopeCode.Conflict, params });
}

/**
 * For updates with `where version = …`: no row changed means that somebody was faster.
 * @throws AppError with code 409
 */
export function assertChanged(
  result: { readonly numUpdatedRows: bigint } | readonly { readonly numUpdatedRows: bigint }[],
  key: string,
  params: ErrorParams = {},
): void {
  const results: readonly { readonly numUpdatedRows: bigint }[] = Array.isArray(result) ? result : [result];
  if (results.every((one) => one.numUpdatedRows === 0n)) throw new AppError(key, { code: EnvelopeCode.Conflict, params });
}

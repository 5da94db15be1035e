import { AppError, EnvelopeCode, isAppError } from '@nephra/plugin-sdk/contract';
import { sqlStateOf } from '../db/index.ts';

/** Faults of the database that a caller's values can cause, as refusals; everything else stays a fault. */
function refusalOfDatabase(error: unknown): AppError | undefined {
  const state = sqlStateOf(error);
  if (state === undefined) return undefined;
  if (state === '23505') return new AppError('core.duplicate', { code: EnvelopeCode.Conflict, cause: error });
  if (state === '23503') return new AppError('core.in-use', { code: EnvelopeCode.Refused, cause: error });
  if (state === '40001' || state === '40P01' || state === '55P03') return new AppError('core.database-busy', { code: EnvelopeCode.Unavailable, cause: error });
  if (state.startsWith('22') || state === '23514') return new AppError('core.bad-value', { code: EnvelopeCode.Invalid, cause: error });
  return undefined;
}

/** Every thrown thing becomes either a refusal that people can read or a bland fault. */
export function refusalOf(error: unknown): AppError {
  if (isAppError(error)) return error;
  return refusalOfDatabase(error) ?? new AppError('core.fault', { code: EnvelopeCode.Fault, cause: error });
}

/** Only for faults does the log keep the stack and the owner hear of it. */
export const isFault = (refusal: AppError): boolean => refusal.code === EnvelopeCode.Fault;

import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { clockOffsetIn } from '../../domain/exchange/clock-offset.ts';

/** The refusal of a call that a gateway turned away because our clock is off: by how much, and what to do. Undefined when that is not why. */
export function clockRefusal(reason: string): AppError | undefined {
  const offset = clockOffsetIn(reason);
  if (!offset) return undefined;
  const { said, aheadSeconds, allowed } = offset;
  return new AppError(aheadSeconds > 0 ? 'insurance.clock-ahead' : 'insurance.clock-behind', {
    code: EnvelopeCode.Unavailable,
    params: { said, seconds: Math.abs(aheadSeconds), allowed },
  });
}

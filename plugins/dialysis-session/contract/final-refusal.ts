import { EnvelopeCode, SESSION_ENDED_CODES } from '@nephra/plugin-sdk/contract';

/** The server could not, or not at the moment: the act is sent again under its name. */
export const COMES_BACK: readonly number[] = [EnvelopeCode.Fault, EnvelopeCode.Unavailable, EnvelopeCode.TooMany, ...SESSION_ENDED_CODES];

/**
 * Whether an act that was refused with this code is never done under its name: whoever wants it all the same sends it under a new one. Of a right the server decides before
 * it looks at the act, and notes nothing.
 */
export const isFinalRefusal = (code: number): boolean => !COMES_BACK.includes(code) && code !== EnvelopeCode.Forbidden;

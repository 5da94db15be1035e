import { COMES_BACK_CODES, EnvelopeCode } from '@nephra/plugin-sdk/contract';

/**
 * Whether an act that was refused with this code is never done under its name: whoever wants it all the same sends it under a new one. Of a right the server decides before
 * it looks at the act, and notes nothing.
 */
export const isFinalRefusal = (code: number): boolean => !COMES_BACK_CODES.includes(code) && code !== EnvelopeCode.Forbidden;

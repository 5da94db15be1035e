import { effort } from '../cases/effort.ts';

/** Rounds of a test that cuts calls off at random moments: each opens real connections, so the long run takes some hundred and not thousands. */
export const cutCases = (share: number): number => effort('calls cut off at random moments, rounds', share, 400);

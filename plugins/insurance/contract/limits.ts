/** What forms, calls and tables hold alike, in characters. Columns of these tables have no length of their own in the database. */

/** Why a registration or a settlement is taken back. */
export const MAX_REASON = 200;
/** How a patient proves who he is. */
export const MAX_CERT_NO = 50;
export const MAX_CARD_SN = 32;
/** Of a code on a pack. */
export const MAX_TRACE_CODE = 40;
/** Of the insurer's number of a settlement. */
export const MAX_SETL_ID = 30;
/** What the end of a doubt rests on. */
export const MIN_PROOF = 4;
export const MAX_PROOF = 500;

/** Why the day's books differ, and why a settlement of somebody else is left or taken back. */
export const MIN_DIFFERENCE_NOTE = 2;
export const MAX_DIFFERENCE_NOTE = 500;
export const MIN_VERDICT_REASON = 4;
export const MAX_VERDICT_REASON = 500;

/** Code of a region of the insurer, six digits. */
export const MAX_AREA = 6;
/** A message that a workstation notes. */
export const MIN_MSGID = 10;
export const EXCHANGE_LENGTHS = { infno: 6, msgid: 30, infcode: 10, errMsg: 2000, request: 60_000, answer: 200_000 } as const;

/** A facility's way to the insurer. `value` and `secret`: what its region wants besides. */
export const CONNECTION_LENGTHS = {
  region: 40,
  baseUrl: 300,
  fixmedinsCode: 30,
  fixmedinsName: 200,
  recerSysCode: 10,
  infver: 6,
  quotaDiseases: 300,
  value: 400,
  secret: 2000,
} as const;

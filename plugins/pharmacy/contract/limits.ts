import type { MAX_OVERRIDE_REASON as OVERRIDE_REASON } from '../../prescription/contract/index.ts';

/** What forms, calls and tables hold alike, in characters. */
export const MAX_LOT_NO = 60;
export const MAX_LOCATION = 40;
export const MAX_SUPPLIER = 120;
export const MAX_INVOICE_NO = 60;
export const MAX_NOTE = 200;
export const MAX_REASON = 200;
/** Of what a scanner gives; a trace code has 20 digits. */
export const MAX_SCANNED = 64;
/** Lines of a goods-received note. */
export const MAX_RECEIPT_LINES = 200;
/** Preparation units in one act. */
export const MAX_PIECES = 100_000_000;
/** Why a prescription goes out in spite of a finding; the type is the number of the prescriptions' contract, which is too large to be loaded for it. */
export const MAX_OVERRIDE_REASON: typeof OVERRIDE_REASON = 300;

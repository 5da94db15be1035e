import { fen, type Money } from '@nephra/plugin-sdk/contract';

/** Prices have three digits behind the point of a fen. */
const PRICE_UNIT = 1_000;

/** A price of 1,000 tokens in fen, as a setting has it, in thousandths of a fen. */
export const priceOf = (perThousand: number): number => Math.round(perThousand * PRICE_UNIT);

/**
 * What tokens cost, in millionths of a fen: whole, so that sums over many small questions are exact. At 10,000 fen per 1,000 tokens nine hundred million tokens
 * have room in a safe integer.
 */
export const costOf = (tokens: { readonly prompt: number; readonly answer: number }, prices: { readonly prompt: number; readonly answer: number }): number =>
  tokens.prompt * prices.prompt + tokens.answer * prices.answer;

const MICRO = 1_000_000n;

/** A sum of such costs as money, a started fen counts from its half on. @param micro digits as the database adds them up */
export const moneyOf = (micro: string): Money => fen(Number((BigInt(micro) + MICRO / 2n) / MICRO));

/** Decimal text of the wire as a whole number of its smallest parts; undefined when it is no plain decimal or has more decimals than allowed. */
export function parseDecimal(value: unknown, decimals: number): bigint | undefined {
  const match = /^(-?)(\d{1,14})(?:\.(\d+))?$/.exec(typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '');
  if (!match) return undefined;
  const fraction = (match[3] ?? '').replace(/0+$/, '');
  if (fraction.length > decimals) return undefined;
  const whole = BigInt(`${match[2]}${fraction.padEnd(decimals, '0')}`);
  return match[1] ? -whole : whole;
}

/** Yuan of the wire as fen. */
export function parseFen(value: unknown): number | undefined {
  const fen = parseDecimal(value, 2);
  return fen === undefined ? undefined : Number(fen);
}

export const yuan = (fen: number): number => fen / 100;
/** Prices have six decimals on the wire. */
export const yuanOfMicro = (micro: number): number => micro / 1_000_000;

/** Half up, for what is not negative. */
const divideHalfUp = (value: bigint, by: bigint): number => Number((value * 2n + by) / (by * 2n));

/** Price (millionths of a yuan) times count (ten-thousandths) in fen, half up. */
export const lineFen = (priceMicro: number, count: number): number => divideHalfUp(BigInt(priceMicro) * BigInt(count), 100_000_000n);

/** A share (millionths) of an amount, half up. */
export const shareOf = (fen: number, ppm: number): number => divideHalfUp(BigInt(fen) * BigInt(ppm), 1_000_000n);

export const sumOf = <T>(rows: readonly T[], fen: (row: T) => number): number => rows.reduce((sum, row) => sum + fen(row), 0);

import { fen, lineTotal, type Money, type Quantity, subtractMoney, type UnitPrice, ZERO } from '@nephra/plugin-sdk/contract';

export interface SoldLine {
  readonly detailId: string;
  readonly quantity: Quantity;
  readonly price: UnitPrice;
  readonly subTotal: Money;
  readonly preselfpay: Money;
  readonly fulamtOwnpay: Money;
  readonly overlmt: Money;
}

/** What went back of a line, in the unit that was sold. */
export interface GoneLine {
  readonly detailId: string;
  readonly quantity: Quantity;
}

/** part × left ÷ whole, half up, never more than what is still to be divided. */
const shareOf = (part: Money, left: Quantity, whole: Quantity, most: Money): Money =>
  fen(Math.min(most, Number((BigInt(part) * BigInt(left) * 2n + BigInt(whole)) / (2n * BigInt(whole)))));

/** How much is left of a line; undefined when nothing is. */
function quantityLeft(quantity: Quantity, gone: Quantity): Quantity | undefined {
  if (gone <= 0) return quantity;
  return gone < quantity ? ((quantity - gone) as Quantity) : undefined;
}

/** A line without what went back of it; undefined when nothing is left. The parts shrink with it and never exceed it. */
export function netLine<Line extends SoldLine>(line: Line, gone: Quantity): Line | undefined {
  const quantity = quantityLeft(line.quantity, gone);
  if (quantity === undefined) return undefined;
  if (quantity === line.quantity) return line;
  const subTotal = lineTotal(line.price, quantity);
  let rest = subTotal;
  const share = (part: Money): Money => {
    const own = shareOf(part, quantity, line.quantity, rest);
    rest = subtractMoney(rest, own);
    return own;
  };
  return { ...line, quantity, subTotal, fulamtOwnpay: share(line.fulamtOwnpay), overlmt: share(line.overlmt), preselfpay: share(line.preselfpay) };
}

/** How much went back of each line, by its `detailId`. */
export type GoneByLine = ReadonlyMap<string, Quantity>;

/** Added up once for all prescriptions of a list: going through what went back for every line costs lines × withdrawals. */
export function goneByLine(gone: readonly GoneLine[]): GoneByLine {
  const sums = new Map<string, Quantity>();
  for (const { detailId, quantity } of gone) sums.set(detailId, ((sums.get(detailId) ?? 0) + quantity) as Quantity);
  return sums;
}

const goneOf = (detailId: string, gone: GoneByLine): Quantity => gone.get(detailId) ?? (0 as Quantity);

/** Lines as they are still sold; those of which nothing is left are absent. */
export const netLines = <Line extends SoldLine>(lines: readonly Line[], gone: GoneByLine): Line[] =>
  lines.flatMap((line) => netLine(line, goneOf(line.detailId, gone)) ?? []);

/** The same where nobody asks for the money. */
export const netQuantities = <Line extends Pick<SoldLine, 'detailId' | 'quantity'>>(lines: readonly Line[], gone: GoneByLine): Line[] =>
  lines.flatMap((line) => {
    const quantity = quantityLeft(line.quantity, goneOf(line.detailId, gone));
    return quantity === undefined ? [] : { ...line, quantity };
  });

export const netTotal = (lines: readonly Pick<SoldLine, 'subTotal'>[]): Money => lines.reduce<Money>((sum, line) => fen(sum + line.subTotal), ZERO);

/** True when each of these may go back: a line that is there, once, more than nothing and no more than is left, and not everything. */
export function mayGoBack(lines: readonly SoldLine[], gone: readonly GoneLine[]): boolean {
  const known = new Map(lines.map((line) => [line.detailId, line.quantity]));
  const once = new Set(gone.map((one) => one.detailId)).size === gone.length;
  const within = gone.every((one) => Number.isSafeInteger(one.quantity) && one.quantity > 0 && one.quantity <= (known.get(one.detailId) ?? 0));
  return once && within && netLines(lines, goneByLine(gone)).length > 0;
}

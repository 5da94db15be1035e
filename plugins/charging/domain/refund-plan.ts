import {
  addMoney,
  AppError,
  EnvelopeCode,
  lineTotal,
  type Money,
  moneyToText,
  negateMoney,
  type Quantity,
  quantityToText,
  subtractMoney,
  type UnitPrice,
  ZERO,
} from '@nephra/plugin-sdk/contract';

const NONE = 0 as Quantity;
/** One whole box, tablet or treatment. */
const ONE = 10_000;

/** A line of a bill with what has happened to it since. Quantities count the unit that was sold. */
export interface RefundableLine {
  readonly detailId: string;
  readonly dpId: string;
  readonly drugName: string;
  readonly quantityUnit: string;
  readonly price: UnitPrice;
  readonly quantity: Quantity;
  readonly subTotal: Money;
  /** Taken back by earlier refunds; zero or more. */
  readonly refunded: Quantity;
  readonly refundedAmount: Money;
  /** Handed out and not returned: no money goes back for it. */
  readonly withPatient: Quantity;
}

export interface WantedLine {
  readonly detailId: string;
  readonly quantity: Quantity;
}

/** What one refund takes back of a line; both above zero or zero. */
export interface RefundedLine {
  readonly detailId: string;
  readonly quantity: Quantity;
  readonly subTotal: Money;
}

/** What is left of a line after the refunds so far. */
export const leftOf = (line: Pick<RefundableLine, 'quantity' | 'refunded'>): Quantity => (line.quantity - line.refunded) as Quantity;

/** The most that can go back now: what is left without what is with the patient. */
export const refundableOf = (line: Pick<RefundableLine, 'quantity' | 'refunded' | 'withPatient'>): Quantity =>
  Math.max(0, Math.min(leftOf(line), line.quantity - line.refunded - line.withPatient)) as Quantity;

/**
 * Money for a part of a line. Each refund brings the sum of all refunds up to "price × all that went back, rounded once", so the last
 * one ends exactly on what was paid and no fen is lost or gained on the way.
 */
export const refundAmount = (line: Pick<RefundableLine, 'price' | 'refunded' | 'refundedAmount'>, quantity: Quantity): Money =>
  subtractMoney(lineTotal(line.price, (line.refunded + quantity) as Quantity), line.refundedAmount);

export interface HandedOut {
  readonly dispensed: Quantity;
  readonly returned: Quantity;
}

/**
 * What the patient holds, in the unit that was sold. The pharmacy counts tablets; of a line sold in boxes an opened box counts whole.
 */
export function withPatientOf(
  line: { readonly quantityUnit: string; readonly stockUnit: string; readonly stockDmin: Quantity },
  { dispensed, returned }: HandedOut,
): Quantity {
  const pieces = Math.max(0, dispensed - returned);
  if (line.quantityUnit !== line.stockUnit || line.stockDmin <= 0) return pieces as Quantity;
  return (Math.ceil(pieces / line.stockDmin) * ONE) as Quantity;
}

const refuse = (key: string, params: Record<string, string | number>): never => {
  throw new AppError(`charging.${key}`, { params });
};

/** Quantity for a sentence: `3`, `0.5`. */
const counted = (quantity: Quantity): string => String(Number(quantityToText(quantity)));

function planLine(line: RefundableLine, quantity: Quantity): RefundedLine {
  const name = line.drugName;
  const unit = line.quantityUnit;
  if (quantity > leftOf(line)) refuse('refund-too-much', { name, most: counted(leftOf(line)), unit });
  if (quantity > refundableOf(line)) refuse('refund-with-patient', { name, out: counted(line.withPatient), most: counted(refundableOf(line)), unit });
  if (quantity % ONE !== 0 && quantity !== refundableOf(line)) refuse('refund-not-whole', { name, unit });
  return { detailId: line.detailId, quantity, subTotal: refundAmount(line, quantity) };
}

/**
 * The entries of one refund, in the order of the bill.
 * @param wanted what the cashier chose, or `rest` for everything that is left
 * @throws AppError `charging.refund-empty`, `charging.refund-line-unknown`, `charging.refund-line-twice`, `charging.refund-too-much`,
 * `charging.refund-with-patient`, `charging.refund-not-whole`.
 */
export function planRefund(lines: readonly RefundableLine[], wanted: readonly WantedLine[] | 'rest'): RefundedLine[] {
  const asked = new Map<string, Quantity>();
  for (const { detailId, quantity } of wanted === 'rest' ? lines.map((line) => ({ detailId: line.detailId, quantity: leftOf(line) })) : wanted) {
    if (asked.has(detailId)) throw new AppError('charging.refund-line-twice', { code: EnvelopeCode.Invalid });
    if (!lines.some((line) => line.detailId === detailId)) throw new AppError('charging.refund-line-unknown', { code: EnvelopeCode.Invalid });
    if (quantity < 0 || !Number.isSafeInteger(quantity)) throw new AppError('charging.refund-empty', { code: EnvelopeCode.Invalid });
    if (quantity > 0) asked.set(detailId, quantity);
  }
  if (asked.size === 0) throw new AppError('charging.refund-empty', { code: EnvelopeCode.Invalid });
  return lines.flatMap((line) => {
    const quantity = asked.get(line.detailId);
    return quantity === undefined ? [] : [planLine(line, quantity)];
  });
}

/** Sum of a refund's entries. */
export const refundTotal = (entries: readonly RefundedLine[]): Money => addMoney(ZERO, ...entries.map((entry) => entry.subTotal));

/** True when the bill has nothing left after these entries. */
export const takesLast = (lines: readonly RefundableLine[], entries: readonly RefundedLine[]): boolean =>
  lines.every((line) => leftOf(line) === (entries.find((entry) => entry.detailId === line.detailId)?.quantity ?? NONE));

/** True when, after these entries, all of these lines that is still paid for is with the patient already. */
export const nothingWaits = (lines: readonly RefundableLine[], entries: readonly RefundedLine[]): boolean =>
  lines.every((line) => leftOf(line) - (entries.find((entry) => entry.detailId === line.detailId)?.quantity ?? NONE) <= line.withPatient);

/** One way that the bill was paid with, in the order in which it was paid; refunded is zero or more. */
export interface PaidWay {
  readonly payWay: string;
  /** Name for the sentences of refusals. */
  readonly name: string;
  readonly paid: Money;
  readonly refunded: Money;
}

/** What can still go back by a way. */
export const leftByWay = (way: Pick<PaidWay, 'paid' | 'refunded'>): Money => subtractMoney(way.paid, way.refunded);

/** Some ways with the amount that somebody chose for them. */
export type ChosenWays = ReadonlyMap<string, Money>;

/** Every way of a bill with what the cashier wants by it; ways that are not named get nothing. */
export function allWaysChosen(ways: readonly PaidWay[], chosen: readonly { readonly payWay: string; readonly amount: Money }[]): ChosenWays {
  const amounts = new Map(ways.map((way) => [way.payWay, ZERO]));
  for (const { payWay, amount } of chosen) {
    if (!amounts.has(payWay)) throw new AppError('charging.refund-way-unknown', { code: EnvelopeCode.Invalid });
    if (amounts.get(payWay) !== ZERO) throw new AppError('charging.refund-way-twice', { code: EnvelopeCode.Invalid });
    amounts.set(payWay, amount);
  }
  return amounts;
}

/**
 * How a refund goes back. What was chosen for a way stands; the rest empties the other ways one by one, the one that was paid with last
 * first. No way gets back more than was paid with it, and the last refund empties every way.
 * @throws AppError `charging.refund-above-paid` when more is asked than the ways still hold, `charging.refund-way-too-much`,
 * `charging.refund-ways-sum` when the chosen amounts are above the refund, or below it with no way left for the rest.
 */
export function refundWays(ways: readonly PaidWay[], amount: Money, chosen: ChosenWays = new Map()): { payWay: string; amount: Money }[] {
  const most = addMoney(ZERO, ...ways.map(leftByWay));
  if (amount > most) refuse('refund-above-paid', { amount: moneyToText(amount), most: moneyToText(most) });
  for (const way of ways) {
    const wanted = chosen.get(way.payWay) ?? ZERO;
    if (wanted < 0 || wanted > leftByWay(way)) refuse('refund-way-too-much', { payWay: way.name, most: moneyToText(leftByWay(way)) });
  }
  const sum = addMoney(ZERO, ...chosen.values());
  const shares = new Map(chosen);
  let rest = subtractMoney(amount, sum);
  for (const way of [...ways].reverse()) {
    if (chosen.has(way.payWay) || rest <= 0) continue;
    const share = Math.min(rest, leftByWay(way)) as Money;
    shares.set(way.payWay, share);
    rest = subtractMoney(rest, share);
  }
  if (rest !== ZERO) refuse('refund-ways-sum', { sum: moneyToText(subtractMoney(amount, rest)), amount: moneyToText(amount) });
  return ways.flatMap((way) => {
    const share = shares.get(way.payWay) ?? ZERO;
    return share === ZERO ? [] : [{ payWay: way.payWay, amount: share }];
  });
}

/** Refund entries as they are written: every sign turned, cash goes back as the amount. */
export const negateQuantity = (quantity: Quantity): Quantity => (quantity === 0 ? quantity : (-quantity as Quantity));
export const refundPayment = (amount: Money) => ({ amount: negateMoney(amount), tendered: negateMoney(amount), change: ZERO });

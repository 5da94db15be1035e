import { addMoney, fen, type Money, type Quantity, subtractMoney, ZERO } from '@nephra/plugin-sdk/contract';

/** The four parts of a fee (national interface 2204); they add up to it. */
export interface FeeParts {
  readonly fulamtOwnpay: Money;
  readonly overlmt: Money;
  readonly preselfpay: Money;
  readonly inscp: Money;
}

/** A line as it was prescribed, with what of it insurance does not cover. */
export interface PrescribedParts {
  readonly quantity: Quantity;
  readonly fulamtOwnpay: Money;
  readonly overlmt: Money;
  readonly preselfpay: Money;
}

/** part × quantity ÷ whole, half away from zero. */
function share(part: Money, quantity: Quantity, whole: Quantity): Money {
  if (whole === 0) return ZERO;
  const product = BigInt(part) * BigInt(quantity);
  const negative = product < 0n;
  const rounded = ((negative ? -product : product) * 2n + BigInt(whole)) / (2n * BigInt(whole));
  return fen(Number(negative ? -rounded : rounded) + 0);
}

/** Parts of a billed line by its share of the prescribed one; the rounding fen stands in what insurance covers. Of a bill without insurance all is the patient's. */
export function lineParts(line: { readonly quantity: Quantity; readonly subTotal: Money }, prescribed: PrescribedParts | undefined): FeeParts {
  if (!prescribed) return { fulamtOwnpay: line.subTotal, overlmt: ZERO, preselfpay: ZERO, inscp: ZERO };
  const part = (amount: Money) => share(amount, line.quantity, prescribed.quantity);
  const own = { fulamtOwnpay: part(prescribed.fulamtOwnpay), overlmt: part(prescribed.overlmt), preselfpay: part(prescribed.preselfpay) };
  return { ...own, inscp: subtractMoney(line.subTotal, addMoney(own.fulamtOwnpay, own.overlmt, own.preselfpay)) };
}

export const sumParts = (parts: readonly FeeParts[]): FeeParts => ({
  fulamtOwnpay: addMoney(ZERO, ...parts.map((one) => one.fulamtOwnpay)),
  overlmt: addMoney(ZERO, ...parts.map((one) => one.overlmt)),
  preselfpay: addMoney(ZERO, ...parts.map((one) => one.preselfpay)),
  inscp: addMoney(ZERO, ...parts.map((one) => one.inscp)),
});

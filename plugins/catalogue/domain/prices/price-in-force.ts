import { AppError, EnvelopeCode, type UnitPrice, unitPriceFromWire, unitPriceToText, unitPriceToWire } from '@nephra/plugin-sdk/contract';

/** One price of an entry, as it was written down. */
export interface DatedPrice {
  readonly priceId: string;
  /** First business day on which it counts, `YYYY-MM-DD`. */
  readonly validFrom: string;
  readonly price: UnitPrice;
  /** Counts up in the order of writing. */
  readonly seq: number;
  readonly withdrawn: boolean;
}

/** `overruled`: another price was written later for the same day, or its day passed before it could count. */
export type PriceState = 'current' | 'future' | 'past' | 'overruled' | 'withdrawn';

/** Later day first; of one day the price written last comes first. */
const laterFirst = (a: DatedPrice, b: DatedPrice): number => (a.validFrom === b.validFrom ? b.seq - a.seq : a.validFrom < b.validFrom ? 1 : -1);

/**
 * The price that counts on a business day: of all that are valid by then and not withdrawn the one with the latest first
 * day, of several for that day the one written last. Undefined before the first price.
 */
export function priceInForce<P extends DatedPrice>(prices: readonly P[], day: string): P | undefined {
  let found: P | undefined;
  for (const price of prices) {
    if (price.withdrawn || price.validFrom > day) continue;
    if (found === undefined || laterFirst(price, found) < 0) found = price;
  }
  return found;
}

/** The prices that ever count, oldest first: one per first day. */
export function steps<P extends DatedPrice>(prices: readonly P[]): P[] {
  const last = new Map<string, P>();
  for (const price of prices) {
    const known = last.get(price.validFrom);
    if (!price.withdrawn && (known === undefined || known.seq < price.seq)) last.set(price.validFrom, price);
  }
  return [...last.values()].sort((a, b) => -laterFirst(a, b));
}

export function priceState(price: DatedPrice, all: readonly DatedPrice[], today: string): PriceState {
  if (price.withdrawn) return 'withdrawn';
  if (!steps(all).some((step) => step.priceId === price.priceId)) return 'overruled';
  if (price.validFrom > today) return 'future';
  return priceInForce(all, today)?.priceId === price.priceId ? 'current' : 'past';
}

/** The next change after a day that is planned. */
export const nextStep = <P extends DatedPrice>(prices: readonly P[], day: string): P | undefined => steps(prices).find((price) => price.validFrom > day);

/** Years ahead that a price may be planned; more is a slip of the keyboard. */
export const MAX_YEARS_AHEAD = 3;
export const MAX_PRICE = 9_999_999;

const refuse = (key: string, params: Record<string, string | number>): never => {
  throw new AppError(`catalogue.${key}`, { code: EnvelopeCode.Invalid, params });
};

/** A price of the wire in exact units. @throws AppError `catalogue.price-number` when it is negative, too large or finer than 1/10,000 yuan. */
export function exactPrice(yuan: number): UnitPrice {
  if (!Number.isFinite(yuan) || yuan < 0 || yuan > MAX_PRICE) return refuse('price-number', { max: MAX_PRICE });
  const price = unitPriceFromWire(yuan);
  return unitPriceToWire(price) === yuan ? price : refuse('price-number', { max: MAX_PRICE });
}

/** @throws AppError `catalogue.price-past`, `catalogue.price-far`: a price begins today or later, and visible. */
export function assertFirstDay(day: string, today: string): void {
  if (day < today) refuse('price-past', { day, today });
  if (Number(day.slice(0, 4)) > Number(today.slice(0, 4)) + MAX_YEARS_AHEAD) refuse('price-far', { day, years: MAX_YEARS_AHEAD });
}

/**
 * Whether a new price says something new and was decided on the list as it stands.
 * @param lastPriceId the newest price that the person saw
 * @throws AppError `catalogue.price-stale` (409), `catalogue.price-past`, `catalogue.price-far`, `catalogue.price-same`
 */
export function assertNewPrice(all: readonly DatedPrice[], wanted: { validFrom: string; price: UnitPrice; lastPriceId: string }, today: string): void {
  const newest = all.reduce<DatedPrice | undefined>((last, price) => (last === undefined || price.seq > last.seq ? price : last), undefined);
  if ((newest?.priceId ?? '') !== wanted.lastPriceId) throw new AppError('catalogue.price-stale', { code: EnvelopeCode.Conflict });
  assertFirstDay(wanted.validFrom, today);
  if (priceInForce(all, wanted.validFrom)?.price === wanted.price) refuse('price-same', { day: wanted.validFrom, price: unitPriceToText(wanted.price) });
}

/**
 * A price that nothing was written at can be taken back, also after its day came; the one before counts again.
 * @throws AppError `catalogue.price-withdrawn` (409), `catalogue.price-only` when it is the only one that counts today
 */
export function assertWithdrawable(price: DatedPrice, all: readonly DatedPrice[], today: string): void {
  if (price.withdrawn) throw new AppError('catalogue.price-withdrawn', { code: EnvelopeCode.Conflict });
  const left = all.filter((one) => one.priceId !== price.priceId);
  if (priceInForce(all, today) !== undefined && priceInForce(left, today) === undefined) throw new AppError('catalogue.price-only');
}

import { AppError, EnvelopeCode, type Money, moneyToText, type Quantity, type UnitPrice, unitPriceToText } from '@nephra/plugin-sdk/contract';

/** payStatus as the prescription contract has it (`PayStatus`). */
const TO_CHARGE = 0;
const SETTLING = 2;
const IN_DOUBT = 3;
const ON_ACCOUNT = 6;

export interface ChargeSubject {
  readonly dpId: string;
  readonly dpNumber: string;
  readonly orgId: string;
  readonly patientId: string;
  readonly payStatus: number;
  readonly version: number;
  readonly totalPrice: Money;
  /** Why it cannot be charged yet, from `chargeGate`; empty = it can. */
  readonly chargeBar: '' | 'not-reviewed';
}

const refuse = (key: string, { dpNumber }: Pick<ChargeSubject, 'dpNumber'>): never => {
  throw new AppError(`charging.${key}`, { code: EnvelopeCode.Conflict, params: { dpNumber } });
};

/** @throws AppError `charging.charge-empty`, `charging.other-patient`, `charging.other-facility`. */
export function assertOneBill(subjects: readonly Pick<ChargeSubject, 'patientId' | 'orgId'>[]): void {
  const [first] = subjects;
  if (!first) throw new AppError('charging.charge-empty');
  if (subjects.some((one) => one.patientId !== first.patientId)) throw new AppError('charging.other-patient');
  if (subjects.some((one) => one.orgId !== first.orgId)) throw new AppError('charging.other-facility');
}

/** @throws AppError `charging.not-reviewed` where the site wants the pharmacy's review before money is taken */
export function assertReviewed(subjects: readonly Pick<ChargeSubject, 'dpNumber' | 'chargeBar'>[]): void {
  const barred = subjects.find((one) => one.chargeBar !== '');
  if (barred) throw new AppError('charging.not-reviewed', { code: EnvelopeCode.Conflict, params: { dpNumber: barred.dpNumber } });
}

/**
 * Whether the patient may pay for these prescriptions himself, on one bill.
 * @throws AppError `charging.insurer-settling`, `charging.insurer-in-doubt` while they are with the insurer; `charging.not-to-charge`, `charging.not-reviewed`;
 * `charging.stale` (409) when a version moved on; and those of `assertOneBill`.
 */
export function assertChargeable(subjects: readonly ChargeSubject[], seen: ReadonlyMap<string, number>): void {
  for (const subject of subjects) {
    if (subject.payStatus === SETTLING) refuse('insurer-settling', subject);
    if (subject.payStatus === IN_DOUBT) refuse('insurer-in-doubt', subject);
    if (subject.payStatus !== TO_CHARGE) refuse('not-to-charge', subject);
    assertReviewed([subject]);
    if (seen.get(subject.dpId) !== subject.version) refuse('stale', subject);
  }
  assertOneBill(subjects);
}

/** How far prescriptions are on their way through an insurer: `before` and while it is asked, or held so that nobody else can charge them. */
const INSURABLE = { before: [TO_CHARGE, ON_ACCOUNT, SETTLING, IN_DOUBT], held: [SETTLING, IN_DOUBT] } as const satisfies Record<string, readonly number[]>;

/** @throws AppError `charging.not-to-charge`, and those of `assertOneBill`. */
export function assertInsurable(subjects: readonly Omit<ChargeSubject, 'chargeBar'>[], stage: keyof typeof INSURABLE): void {
  const states: readonly number[] = INSURABLE[stage];
  for (const subject of subjects) if (!states.includes(subject.payStatus)) refuse('not-to-charge', subject);
  assertOneBill(subjects);
}

/** @throws AppError `charging.total-changed` (409) when the cashier saw another total than the one to be charged. */
export function assertTotal(seen: Money, total: Money): void {
  if (seen !== total)
    throw new AppError('charging.total-changed', { code: EnvelopeCode.Conflict, params: { seen: moneyToText(seen), total: moneyToText(total) } });
}

/** A line as it was saved. `prepQuantity` tells whether it counts boxes or pieces. */
export interface SavedLine {
  readonly detailId: string;
  readonly drugId: string;
  readonly drugName: string;
  readonly price: UnitPrice;
  readonly quantityUnit: string;
  readonly stockUnit: string;
}

/** Catalogue facts with the price of the day of treatment; `price` is per stock unit, `stockDmin` preparation units per stock unit. */
export interface PriceOfDay {
  readonly drugId: string;
  readonly price: UnitPrice;
  readonly stockUnit: string;
  readonly stockDmin: Quantity;
  readonly enableMark: number;
}

export interface PriceChange {
  readonly detailId: string;
  readonly drugName: string;
  readonly was: UnitPrice;
  /** Undefined when the entry is no longer in use. */
  readonly now: UnitPrice | undefined;
}

/** Price of one counted unit: per box as it stands, per piece the box price divided, 4 decimals, half up. */
export function unitPriceOf(entry: PriceOfDay, quantityUnit: string): UnitPrice {
  if (quantityUnit === entry.stockUnit || entry.stockDmin <= 0) return entry.price;
  const pieces = BigInt(entry.stockDmin);
  return Number((BigInt(entry.price) * 20_000n + pieces) / (2n * pieces)) as UnitPrice;
}

/**
 * Lines whose price on the day of treatment is another than the one they were saved with.
 * @param entries at the prices of that day
 * @param day `over` when it has passed: what was carried out then is charged, though its entry may have left the catalogue since
 */
export function priceChanges(lines: readonly SavedLine[], entries: readonly PriceOfDay[], day: 'open' | 'over' = 'open'): PriceChange[] {
  const known = new Map(entries.map((entry) => [entry.drugId, entry]));
  return lines.flatMap((line) => {
    const entry = known.get(line.drugId);
    const now = entry && (day === 'over' || entry.enableMark === 1) ? unitPriceOf(entry, line.quantityUnit) : undefined;
    return now === line.price ? [] : [{ detailId: line.detailId, drugName: line.drugName, was: line.price, now }];
  });
}

/** @throws AppError `charging.price-changed` or `charging.entry-withdrawn`, naming the first line concerned. */
export function assertPricesStand(changes: readonly PriceChange[]): void {
  const [change] = changes;
  if (!change) return;
  const name = change.drugName;
  if (change.now === undefined) throw new AppError('charging.entry-withdrawn', { code: EnvelopeCode.Conflict, params: { name } });
  throw new AppError('charging.price-changed', {
    code: EnvelopeCode.Conflict,
    params: { name, was: unitPriceToText(change.was), now: unitPriceToText(change.now) },
  });
}

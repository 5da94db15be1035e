import { type Static, Type } from '@nephra/plugin-sdk/contract';
import { drugType } from './catalogue.schema.ts';
import { day } from './catalogue-entry.schema.ts';
import { priceProposal } from './catalogue-proposal.schema.ts';

const drugId = Type.String({ minLength: 1, maxLength: 64 });
/** Characters of why a price changes. */
export const MAX_PRICE_REASON = 200;
/** Prices that stand since prices have days carry the ids of their facility and entry. */
export const MAX_PRICE_ID = 128;
const reason = Type.String({ minLength: 1, maxLength: MAX_PRICE_REASON, pattern: '\\S' });

export const priceState = Type.Enum(['current', 'future', 'past', 'overruled', 'withdrawn']);

/** One written price; none is ever changed. Times in milliseconds. */
export const priceRow = Type.Object({
  priceId: Type.String(),
  validFrom: day,
  price: Type.Number(),
  reason: Type.String(),
  batchId: Type.String(),
  creatorName: Type.String(),
  createdAt: Type.Integer(),
  /** The second person, where the change was a large one; else empty. */
  confirmerName: Type.String(),
  state: priceState,
  withdrawn: Type.Union([Type.Object({ reason: Type.String(), userName: Type.String(), at: Type.Integer() }), Type.Null()]),
});
export type PriceRow = Static<typeof priceRow>;

/** All prices of an entry, newest first day first. */
export const priceHistory = Type.Object({
  drugId,
  drugName: Type.String(),
  drugSpec: Type.String(),
  stockUnit: Type.String(),
  /** Business day that decides which price is in force. */
  today: day,
  price: Type.Number(),
  /** The price written last; goes back with a new one, so that nobody writes on an old list. */
  lastPriceId: Type.String(),
  list: Type.Array(priceRow),
  /** Large changes that wait, and those that came to nothing, newest first; each with the line of this entry alone. */
  proposals: Type.Array(priceProposal),
  /** Per cent beyond which a change needs a second person; null = never. */
  changeLimit: Type.Union([Type.Integer(), Type.Null()]),
});
export type PriceHistory = Static<typeof priceHistory>;

export const addPriceBody = Type.Object({ validFrom: day, price: Type.Number({ minimum: 0 }), reason, lastPriceId: Type.String({ maxLength: MAX_PRICE_ID }) });
export const withdrawBody = Type.Object({ reason });

const priceRule = {
  mode: Type.Enum(['percent', 'amount', 'fixed']),
  /** Per cent or yuan with sign; for `fixed` the new price. */
  value: Type.Number({ minimum: -10_000_000, maximum: 10_000_000 }),
  decimals: Type.Union([Type.Literal(2), Type.Literal(4)]),
  validFrom: day,
};
/** Entries that one adjustment may name. */
export const MAX_ADJUSTED = 2000;

export const previewBody = Type.Object({ ...priceRule, drugIds: Type.Array(drugId, { minItems: 1, maxItems: MAX_ADJUSTED, uniqueItems: true }) });
export type PreviewBody = Static<typeof previewBody>;

/** What an adjustment would do to one entry. `before` is the price in force on the chosen day. */
export const adjustmentLine = Type.Object({
  drugId,
  drugName: Type.String(),
  drugSpec: Type.String(),
  drugType,
  stockUnit: Type.String(),
  before: Type.Number(),
  after: Type.Number(),
  /** Why it is left out; empty = it changes. */
  fault: Type.Enum(['', 'same', 'negative', 'too-large']),
  /** A change that is planned for a later day and stays. */
  later: Type.Union([Type.Object({ validFrom: day, price: Type.Number() }), Type.Null()]),
  /** Needs a second person; one such line makes the whole adjustment wait. */
  large: Type.Boolean(),
});
export type AdjustmentLine = Static<typeof adjustmentLine>;

export const adjustBody = Type.Object({
  ...priceRule,
  reason,
  /** The entries that change, with the price that the preview showed. */
  lines: Type.Array(Type.Object({ drugId, before: Type.Number() }), { minItems: 1, maxItems: MAX_ADJUSTED }),
});
export type AdjustBody = Static<typeof adjustBody>;

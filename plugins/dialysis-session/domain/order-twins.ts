/** What makes two orders the same thing for a patient. */
export interface OrderedThing {
  readonly drugId: string;
  readonly title: string;
  readonly timing: string;
  readonly once: boolean;
}

/** The same drug, or without one the same words, at the same time of a treatment: given once, not twice. */
export const isTwin = (one: OrderedThing, other: OrderedThing): boolean =>
  one.once === other.once &&
  one.timing === other.timing &&
  (one.drugId === '' ? other.drugId === '' && one.title.trim() === other.title.trim() : one.drugId === other.drugId);

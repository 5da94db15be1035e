/** For what a second person hands out: controlled drugs alone, everything, nothing. */
export type SecondPersonRule = 'controlled' | 'all' | 'none';

/** The site's setting `secondPersonDispenses` as a rule; unless told, controlled drugs. */
export function secondPersonRule(setting: unknown): SecondPersonRule {
  if (setting === true) return 'all';
  return setting === false ? 'none' : 'controlled';
}

/** Goods that stand ready, and who took them from the shelf. */
export interface PickedGoods {
  readonly detailId: string;
  readonly pickedBy: string;
  readonly pickedByName: string;
}

/**
 * Goods that this person took from the shelf and may therefore not hand out. Each share counts by itself: whoever picked a rest afterwards neither frees nor
 * bars whoever picked the first part.
 * @param controlled lines with a narcotic, psychotropic or toxic drug
 */
export function ownPick<Goods extends PickedGoods>(
  rule: SecondPersonRule,
  goods: readonly Goods[],
  controlled: ReadonlySet<string>,
  userId: string,
): Goods | undefined {
  if (rule === 'none') return undefined;
  return goods.find((one) => one.pickedBy === userId && (rule === 'all' || controlled.has(one.detailId)));
}

/** The one way that every installation has. */
export const IN_PRODUCT = 'product';

export interface KindRule {
  /** In the product it is shown to every receiver. */
  readonly required: boolean;
  /** Where neither person nor site say otherwise, besides the product. */
  readonly channels: readonly string[];
}

/**
 * Ways that a message of a kind takes to one person: what the person chose, else what the site says in the template of the kind, else what the kind says.
 * @param known codes of channels that are there now; a choice of one that is not is kept and counts again when it comes back
 */
export function channelsFor(
  kind: KindRule,
  given: { readonly chosen: readonly string[] | undefined; readonly ofSite: readonly string[] | undefined; readonly known: readonly string[] },
): readonly string[] {
  const wanted = new Set(given.chosen ?? given.ofSite ?? [IN_PRODUCT, ...kind.channels]);
  if (kind.required) wanted.add(IN_PRODUCT);
  return [IN_PRODUCT, ...given.known].filter((code, at, all) => wanted.has(code) && all.indexOf(code) === at);
}

/** What somebody wants to do to an organisation or to what belongs to it. */
export type DelegatedAct = 'add' | 'edit' | 'delete';

/** One row of delegated administration (organizeAdminIsTrator): rights on the organisation itself and on all below it. */
export interface Delegation {
  readonly orgId: string;
  readonly thisLayer: Readonly<Record<DelegatedAct, boolean>>;
  readonly subLayer: Readonly<Record<DelegatedAct, boolean>>;
}

const ACTS: readonly DelegatedAct[] = ['add', 'edit', 'delete'];

/**
 * All that delegations cover at an organisation (`this add`) and on the layers below it (`sub add`).
 * @param path the organisation, then those above it, nearest first
 */
export function coverage(path: readonly string[], delegations: readonly Delegation[]): ReadonlySet<string> {
  const below = ['', ...path];
  return new Set(
    ACTS.flatMap((act) => [...(delegated(act, path, delegations) ? [`this ${act}`] : []), ...(delegated(act, below, delegations) ? [`sub ${act}`] : [])]),
  );
}

/** Whether one coverage holds anything that the other lacks. */
export const coversMore = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean => [...one].some((entry) => !other.has(entry));

/**
 * True when one of the delegations covers the act.
 * @param path the organisation the act is about, then those above it, nearest first
 */
export function delegated(act: DelegatedAct, path: readonly string[], delegations: readonly Delegation[]): boolean {
  return delegations.some(({ orgId, thisLayer, subLayer }) => {
    const at = path.indexOf(orgId);
    if (at < 0) return false;
    return at === 0 ? thisLayer[act] : subLayer[act];
  });
}

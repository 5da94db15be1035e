import type { Audience } from '../../../contract/index.ts';

/** Of whom it is decided what they meet. */
export interface Standpoint {
  /** Own organisation and all above it, nearest first. */
  readonly orgIdsAbove: readonly string[];
  readonly roleIds: readonly string[];
}

/** Whom somebody may mean with what they share. */
export interface Reach {
  /** All organisations at once. */
  readonly everywhere: boolean;
  readonly orgIds: ReadonlySet<string>;
  readonly roleIds: ReadonlySet<string>;
}

export const isMeant = ({ orgId, roleId }: Audience, { orgIdsAbove, roleIds }: Standpoint): boolean =>
  (orgId === '' || orgIdsAbove.includes(orgId)) && (roleId === '' || roleIds.includes(roleId));

export const isWithin = ({ orgId, roleId }: Audience, { everywhere, orgIds, roleIds }: Reach): boolean =>
  (orgId === '' ? everywhere : orgIds.has(orgId)) && (roleId === '' || roleIds.has(roleId));

export const isSameAudience = (one: Audience, other: Audience): boolean => one.orgId === other.orgId && one.roleId === other.roleId;

/** What somebody may share, or take back, of a view. */
interface SharedView {
  readonly mine: boolean;
  readonly audiences: readonly Audience[];
}

/** Somebody else's view is managed by whoever reaches all whom it is shared with; it is taken back by them, and given to nobody new. */
export const manages = ({ mine, audiences }: SharedView, reach: Reach | undefined): boolean =>
  reach !== undefined && (mine || (audiences.length > 0 && audiences.every((audience) => isWithin(audience, reach))));

/** Whether a view may be shared with these instead: with nobody beyond the reach who did not have it before. */
export const mayShareWith = (view: SharedView, next: readonly Audience[], reach: Reach): boolean =>
  manages(view, reach) && next.every((one) => view.audiences.some((before) => isSameAudience(one, before)) || (view.mine && isWithin(one, reach)));

/** Columns that some people begin with. */
export interface Default extends Audience {
  /** Of the role; of no matter for everybody's. */
  readonly roleSort: number;
  readonly roleCode: string;
}

/**
 * The default that somebody meets, of those that are meant for them: one of a role goes before one for everybody; of several roles the one that stands
 * first in the list of roles (its sort code, then its code); of several of one role that of the nearest organisation, that of all organisations last.
 */
export function defaultFor<D extends Default>(defaults: readonly D[], standpoint: Standpoint): D | undefined {
  const distance = ({ orgId }: D): number => (orgId === '' ? standpoint.orgIdsAbove.length : standpoint.orgIdsAbove.indexOf(orgId));
  const before = (one: D, other: D): number => {
    if ((one.roleId === '') !== (other.roleId === '')) return one.roleId === '' ? 1 : -1;
    if (one.roleId !== other.roleId) {
      if (one.roleSort !== other.roleSort) return one.roleSort - other.roleSort;
      if (one.roleCode !== other.roleCode) return one.roleCode < other.roleCode ? -1 : 1;
    }
    return distance(one) - distance(other);
  };
  return defaults.filter((one) => isMeant(one, standpoint)).toSorted(before)[0];
}

import type { Right } from '@nephra/plugin-sdk/contract';
import type { CataloguedRight, ExplainedRight, GrantFact, HeldThrough, Obstacle } from './explain-types.ts';
import { codeOf } from './grant-change.ts';
import { groupBy } from '../group-by.ts';
import { type Membership, membershipState, type Workplace } from '../membership.ts';

export interface RightsFacts {
  readonly isAdministrator: boolean;
  readonly workplace: Workplace;
  /** Roles, positions and groups of the person, and the person as holder of own grants. */
  readonly memberships: readonly Membership[];
  /** Grants to any of them. */
  readonly grants: readonly GrantFact[];
  readonly catalogue: readonly CataloguedRight[];
}

/**
 * For every right of the system: whether one person holds it, through what, and if not, why. Agrees with what the shell reckons
 * (`CurrentUser.permissionList`): a test compares both.
 */
export function explainRights({ isAdministrator, workplace, memberships, grants, catalogue }: RightsFacts): ExplainedRight[] {
  const holders = new Map(memberships.map((one) => [`${one.type} ${one.id}`, { one, state: membershipState(one, workplace) }]));
  const byCode = groupBy(grants, codeOf);
  const explained = catalogue.map((right): ExplainedRight => {
    const through: HeldThrough[] = isAdministrator && right.kind !== 'resource' ? [ADMINISTRATOR] : [];
    const obstacles: Obstacle[] = [];
    for (const grant of byCode.get(codeOf(right)) ?? []) {
      const holder = holders.get(`${grant.holder} ${grant.holderId}`);
      if (!holder) continue;
      const { one, state } = holder;
      if (state === 'counts') through.push({ type: one.type, id: one.id, name: one.name, grantedBy: grant.grantedBy, grantedAt: grant.grantedAt });
      else obstacles.push({ reason: state, type: one.type, name: one.name });
    }
    const { kind, menuCode, itemCode } = right;
    const held = right.state === 'on' && through.length > 0;
    if (held) return { kind, menuCode, itemCode, held, through, obstacles: [], pageMissing: false };
    if (right.state !== 'on') obstacles.unshift({ reason: right.state });
    else if (obstacles.length === 0) obstacles.push({ reason: 'not-granted' });
    return { kind, menuCode, itemCode, held, through, obstacles, pageMissing: false };
  });
  const pages = new Set(explained.filter(({ kind, held }) => kind === 'menu' && held).map(({ menuCode }) => menuCode));
  return explained.map((right) => (right.held && hangsOnPage(right) && !pages.has(right.menuCode) ? { ...right, pageMissing: true } : right));
}

const ADMINISTRATOR: HeldThrough = { type: 'administrator', id: '', name: '', grantedBy: '', grantedAt: 0 };

const hangsOnPage = ({ kind }: Right): boolean => kind !== 'menu' && kind !== 'permission';

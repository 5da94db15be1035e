import type { Right } from '@nephra/plugin-sdk/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainRights, type RightsFacts } from './explain-rights.ts';
import type { CataloguedRight, GrantFact, GrantHolder } from './explain-types.ts';
import { codeOf } from './grant-change.ts';
import type { Membership } from '../membership.ts';

const menu = (menuCode: string): Right => ({ kind: 'menu', menuCode, itemCode: '' });
const button = (menuCode: string, itemCode: string): Right => ({ kind: 'button', menuCode, itemCode });
const on = (right: Right, state: CataloguedRight['state'] = 'on'): CataloguedRight => ({ ...right, state });
const grant = (holder: GrantHolder, holderId: string, right: Right): GrantFact => ({ ...right, holder, holderId, grantedBy: 'u-admin', grantedAt: 1 });
const has = (type: GrantHolder, id: string, over: Partial<Membership> = {}): Membership => ({
  type,
  id,
  name: `${type} ${id}`,
  enabled: true,
  orgIds: [],
  ...over,
});

const facts = (over: Partial<RightsFacts>): RightsFacts => ({
  isAdministrator: false,
  workplace: { above: ['root', 'gz'], below: ['gz', 'gz-ward'] },
  memberships: [],
  grants: [],
  catalogue: [on(menu('a')), on(button('a', 'x'))],
  ...over,
});
const of = (all: ReturnType<typeof explainRights>, code: string) => all.find((right) => codeOf(right) === code);

describe('[6-01] [6-02] explaining the rights of one person', () => {
  it('names every way in which a right is held', () => {
    const all = explainRights(
      facts({
        memberships: [has('role', 'r'), has('position', 'p', { orgIds: ['gz-ward'] }), has('group', 'g'), has('user', 'u')],
        grants: (['role', 'position', 'group', 'user'] as const).map((type) => grant(type, type.slice(0, 1), menu('a'))),
      }),
    );
    expect(of(all, 'a')?.through.map(({ type }) => type)).toEqual(['role', 'position', 'group', 'user']);
    expect(of(all, 'a')?.through[0]).toMatchObject({ name: 'role r', grantedBy: 'u-admin', grantedAt: 1 });
    expect(of(all, 'a:x')).toMatchObject({ held: false, obstacles: [{ reason: 'not-granted' }] });
  });

  it('says why a grant does not count', () => {
    const memberships = [has('role', 'off', { enabled: false }), has('role', 'wh', { orgIds: ['wh'] }), has('position', 'wh', { orgIds: ['wh'] })];
    const all = explainRights(
      facts({ memberships, grants: [grant('role', 'off', menu('a')), grant('role', 'wh', menu('a')), grant('position', 'wh', menu('a'))] }),
    );
    expect(of(all, 'a')).toMatchObject({
      held: false,
      obstacles: [
        { reason: 'disabled', type: 'role', name: 'role off' },
        { reason: 'elsewhere', type: 'role', name: 'role wh' },
        { reason: 'elsewhere', type: 'position', name: 'position wh' },
      ],
    });
  });

  it('a role of an organisation above counts, one of an organisation below does not', () => {
    const above = facts({ memberships: [has('role', 'r', { orgIds: ['root'] })], grants: [grant('role', 'r', menu('a'))] });
    const below = facts({ memberships: [has('role', 'r', { orgIds: ['gz-ward'] })], grants: [grant('role', 'r', menu('a'))] });
    expect(of(explainRights(above), 'a')?.held).toBe(true);
    expect(of(explainRights(below), 'a')?.held).toBe(false);
  });

  it('an administrator holds everything that is on, data schemes only where granted', () => {
    const scheme: Right = { kind: 'resource', menuCode: 'a', itemCode: 's' };
    const all = explainRights(facts({ isAdministrator: true, catalogue: [on(menu('a')), on(menu('b'), 'plugin-off'), on(scheme)] }));
    expect(of(all, 'a')?.through).toMatchObject([{ type: 'administrator' }]);
    expect(of(all, 'b')).toMatchObject({ held: false, obstacles: [{ reason: 'plugin-off' }] });
    expect(of(all, 'a#resource:s')?.held).toBe(false);
  });

  it('a button without its page is held and marked', () => {
    const all = explainRights(facts({ memberships: [has('role', 'r')], grants: [grant('role', 'r', button('a', 'x'))] }));
    expect(of(all, 'a:x')).toMatchObject({ held: true, pageMissing: true });
  });

  it('a right is held exactly when something names it as held and it is on, else an obstacle is told', () => {
    const type = fc.constantFrom<GrantHolder>('role', 'position', 'group', 'user');
    const membership = fc.record({ type, id: fc.constantFrom('1', '2'), enabled: fc.boolean(), orgIds: fc.subarray(['root', 'gz', 'gz-ward', 'wh']) });
    const granted = fc.record({ holder: type, holderId: fc.constantFrom('1', '2', '3'), code: fc.constantFrom('a', 'b', 'c') });
    const state = fc.constantFrom<CataloguedRight['state']>('on', 'plugin-off', 'menu-off');
    fc.assert(
      fc.property(fc.array(membership), fc.array(granted), fc.tuple(state, state, state), fc.boolean(), (members, grants, states, isAdministrator) => {
        const all = explainRights(
          facts({
            isAdministrator,
            memberships: members.map((one) => ({ ...one, name: one.id })),
            grants: grants.map(({ holder, holderId, code }) => grant(holder, holderId, menu(code))),
            catalogue: ['a', 'b', 'c'].map((code, at) => on(menu(code), states[at])),
          }),
        );
        for (const [at, right] of all.entries()) {
          expect(right.held).toBe(states[at] === 'on' && right.through.length > 0);
          expect(right.obstacles.length > 0).toBe(!right.held);
        }
      }),
    );
  });
});

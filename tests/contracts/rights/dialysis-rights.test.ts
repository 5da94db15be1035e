import type { MenuContribution, Need } from '@nephra/plugin-sdk/contract';
import { expect, it } from 'vitest';
import { dialysisFileContract } from '../../../plugins/dialysis-file/contract/file.contract.ts';
import { menus as fileMenus } from '../../../plugins/dialysis-file/menus.ts';
import { roundContract } from '../../../plugins/dialysis-round/contract/round.contract.ts';
import { menus as roundMenus } from '../../../plugins/dialysis-round/menus.ts';
import { boardContract } from '../../../plugins/dialysis-schedule/contract/board.contract.ts';
import { machineContract } from '../../../plugins/dialysis-schedule/contract/machine.contract.ts';
import { planContract } from '../../../plugins/dialysis-schedule/contract/plan.contract.ts';
import { menus as scheduleMenus } from '../../../plugins/dialysis-schedule/menus.ts';
import { findingContract } from '../../../plugins/dialysis-session/contract/money/finding.contract.ts';
import { orderContract } from '../../../plugins/dialysis-session/contract/orders/order.contract.ts';
import { sessionContract } from '../../../plugins/dialysis-session/contract/session.contract.ts';
import { menus as sessionMenus } from '../../../plugins/dialysis-session/menus.ts';
import { wallContract } from '../../../plugins/dialysis-wall/contract/wall.contract.ts';
import { menus as wallMenus } from '../../../plugins/dialysis-wall/menus.ts';

/** 血透医生, 责任护士, 治疗护士, 护士长, 工程师, 感控/质控, 中心主任. */
const ROLES = ['doctor', 'nurse', 'treatnurse', 'headnurse', 'engineer', 'quality', 'director'] as const;
const menus: readonly MenuContribution[] = [...fileMenus, ...roundMenus, ...scheduleMenus, ...sessionMenus, ...wallMenus];

/** Roles that the product's menus give a code of rights to. */
const holders = new Map<string, readonly string[]>(
  menus.flatMap(({ enCode, roleHints = [], buttons = [] }) => [
    [`perm:${enCode}`, roleHints] as const,
    ...buttons.map((button) => [`perm:${enCode}:${button.enCode}`, button.roleHints ?? []] as const),
  ]),
);
const codesOf = (need: Need): readonly string[] => (typeof need === 'string' ? [need] : need.anyOf);
const whoMay = ({ need }: { readonly need: Need }): string => ROLES.filter((role) => codesOf(need).some((code) => holders.get(code)?.includes(role))).join(' ');

const [file, session, board, plan, round] = [
  dialysisFileContract.routes,
  sessionContract.routes,
  boardContract.routes,
  planContract.routes,
  roundContract.routes,
];
const NURSES = 'nurse treatnurse headnurse';

/** Who may do what by the roles of a new system; a centre changes it on its page of roles. That routes are held to their codes is what the permission matrix proves. */
const TABLE: readonly (readonly [what: string, route: { readonly need: Need }, roles: string])[] = [
  ['see files', file.list, `doctor ${NURSES} quality director`],
  ['set patterns', file.pattern, 'headnurse director'],
  ['propose prescriptions', file.propose, `doctor ${NURSES} director`],
  ['sign prescriptions', file.sign, 'doctor director'],
  ['set dry weights', file.dryWeight, 'doctor director'],
  ['record accesses', file.addAccess, `doctor ${NURSES} director`],
  ['record infection markers', file.results, `doctor ${NURSES} quality director`],
  ['put somebody into another zone', file.zone, 'quality'],
  ['record outcomes', file.end, 'doctor director'],
  ['see the board', board.board, `doctor ${NURSES} engineer quality director`],
  ['plan', board.move, 'headnurse quality director'],
  ['leave out', board.suspend, 'headnurse director'],
  ['note absences', board.attendance, `${NURSES} director`],
  ['close days', plan.close, 'headnurse director'],
  ['change the rota', plan.putRota, 'headnurse director'],
  ['take machines out of service', machineContract.routes.out, 'engineer'],
  ['put machines back', machineContract.routes.back, 'engineer'],
  ['see today', session.today, `doctor ${NURSES} engineer quality director`],
  ['check in', session.checkIn, NURSES],
  ['record', session.reading, `doctor ${NURSES} director`],
  ['confirm the prescription of a treatment', session.confirm, 'doctor director'],
  ['order', orderContract.routes.add, 'doctor director'],
  ['start', session.start, NURSES],
  ['end', session.end, NURSES],
  ['close sheets', session.close, NURSES],
  ['open sheets again', session.reopen, 'headnurse director'],
  ['correct', session.correct, 'doctor headnurse director'],
  ['see findings', findingContract.routes.list, 'headnurse director'],
  ['write missing prescriptions', findingContract.routes.propose, 'headnurse'],
  ['write round notes', round.note, 'doctor director'],
  ['sign what was proposed', round.signProposal, 'doctor director'],
  ['propose dry weights and orders', round.propose, `doctor ${NURSES} director`],
  ['see time lines', round.timeline, `doctor ${NURSES} quality director`],
  ['call patients', wallContract.routes.call, NURSES],
];

it.each(TABLE)('of the seven roles of a dialysis centre those may %s', (_what, route, roles) => {
  expect(whoMay(route)).toBe(roles);
});

it('guards are passed with a reason by head nurse, quality and director', () => {
  expect(whoMay({ need: 'perm:dialysis.bedside:btn_override' })).toBe('headnurse quality director');
});

import { ApiError, type HttpPort } from '@nephra/plugin-sdk/web';
import { beforeEach, describe, expect, test } from 'vitest';
import { memoryStorage } from '../../storage/memory-storage.ts';
import { openStorage } from '../../storage/browser-storage.ts';
import { translateMenus } from '../../router/menu-routes.ts';
import { sampleSession } from '../session-samples.ts';
import { SessionStore } from '../session.store.ts';
import { TicketEntry, type TicketSession } from './ticket-entry.ts';

const refused = (code: number, error: string) => new ApiError({ code, error, message: `${error}!` });
const OWN: TicketSession = { token: 'Bearer new', theme: 'classic', userAccount: 'Doctor', userName: '张医生' };
const OTHER: TicketSession = { ...OWN, userAccount: 'li', userName: '李护士' };

let calls: string[];
let session: SessionStore;
let answers: Record<string, unknown>;
let said: string[];
let agrees: boolean;
let taken: TicketSession[];

function entry(): TicketEntry {
  const httpAs = (token: string): HttpPort =>
    ({
      call: async (route: { path: string }) => {
        calls.push(`${token} ${route.path.split('/').at(-1)}`);
        const answer = answers[route.path.split('/').at(-1) ?? ''];
        if (answer instanceof Error) throw answer;
        return { data: answer, msg: '' };
      },
    }) as unknown as HttpPort; // nothing else of the client is used here
  return new TicketEntry({
    session,
    http: httpAs('page'),
    httpAs,
    toast: { warning: (text: string) => said.push(text) } as never, // only this one is used
    confirm: async () => agrees,
    t: (key, params) => `${key} ${Object.values(params ?? {}).join()}`,
    mayLeaveAll: async () => true,
    take: (opened) => taken.push(opened),
    startOver: () => calls.push('start over'),
  });
}

beforeEach(() => {
  [calls, said, taken, agrees] = [[], [], [], false];
  const area = memoryStorage();
  answers = { Ticket: OTHER };
  session = new SessionStore(openStorage(() => area));
  session.setToken('Bearer old');
  const current = sampleSession();
  session.accept(current, translateMenus(current.menuList).menus);
});

describe('a one-time ticket where somebody is signed in', () => {
  test('that is refused is told, and the session stays', async () => {
    answers.Ticket = refused(500, 'core.ticket-invalid');
    const tickets = entry();
    expect(await tickets.keepsSession('BAD')).toBe(true);
    await tickets.look();
    expect(said).toEqual(['session.ticketRefused core.ticket-invalid!']);
    expect([session.token, taken]).toEqual(['Bearer old', []]);
    await tickets.look();
    expect(calls).toEqual(['Bearer old Alive', 'page Ticket']);
  });

  test('of the same person changes nothing; the session that it opened is ended', async () => {
    answers.Ticket = OWN;
    const tickets = entry();
    await tickets.keepsSession('OWN');
    await tickets.look();
    expect(calls).toEqual(['Bearer old Alive', 'page Ticket', 'Bearer new Logout']);
    expect([session.token, taken, said]).toEqual(['Bearer old', [], []]);
  });

  test('of somebody else asks: no keeps the session, yes ends it properly and begins anew', async () => {
    const tickets = entry();
    await tickets.keepsSession('OTHER');
    await tickets.look();
    expect(calls.splice(0)).toEqual(['Bearer old Alive', 'page Ticket', 'Bearer new Logout']);
    expect([session.token, taken]).toEqual(['Bearer old', []]);
    agrees = true;
    await tickets.keepsSession('OTHER');
    await tickets.look();
    expect(calls).toEqual(['Bearer old Alive', 'page Ticket', 'Bearer old Logout', 'start over']);
    expect(taken).toEqual([OTHER]);
  });

  test('is looked at only when the screen is unlocked; the lock stays', async () => {
    answers.Alive = refused(600, 'core.locked');
    const tickets = entry();
    session.setLock(true);
    expect(await tickets.keepsSession('OTHER')).toBe(true);
    await tickets.look();
    expect([calls, session.isLock]).toEqual([['Bearer old Alive'], true]);
    session.setLock(false);
    await tickets.look();
    expect(calls).toContain('page Ticket');
  });

  test('only the server says that a session is over; then the ticket opens one', async () => {
    const tickets = entry();
    for (const [answer, keeps] of [
      [refused(0, 'network'), true],
      [refused(403, 'core.password-change-needed'), true],
      [refused(600, 'core.login-expired'), false],
      [refused(601, 'core.forced-out'), false],
      [refused(602, 'core.token-invalid'), false],
    ] as const) {
      answers.Alive = answer;
      expect([answer.error, await entry().keepsSession('OTHER')]).toEqual([answer.error, keeps]);
    }
    await tickets.enter('OTHER');
    expect(taken).toEqual([OTHER]);
  });
});

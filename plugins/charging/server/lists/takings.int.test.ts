import { DAY_MS, type DataCondition, type DataRights, dayOf } from '@nephra/plugin-sdk/contract';
import type { SessionUser } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { staff } from '../../../../tests/support/processes/plugin-host.ts';
import { accountContract, chargeContract } from '../../contract/index.ts';
import { cashier, type Desk, oneDialyser, oneSession, openDesk } from '../../testing/desk.ts';

const DAYS = 12;
const second = staff({ userId: 'user-second', userName: '收费员乙', roles: ['cashier'] });
const FIRST = Date.parse('2026-03-02T02:00:00Z');
let desk: Desk;

type Comparison = DataCondition[number]['groups'][number];
const is = (field: string, value: string, op: Comparison['op'] = 'Equal'): DataCondition => [{ logic: 'and', groups: [{ field, type: 'String', op, value }] }];
const OWN = is('creatorUserId', '@userId');
const OF_PAYER = is('reimWay', '390,391', 'In');
const SCHEMES: readonly (readonly [string, readonly DataCondition[]])[] = [
  ['own bills', [OWN]],
  ['bills of some payers', [OF_PAYER]],
  ['own bills and those of some payers', [OWN, OF_PAYER]],
  ['no bill at all', [is('payStatus', '0')]],
  ['large bills, which no day tells', [is('totalPrice', '300', 'GreaterThan')]],
  ['large bills and own ones', [OWN, is('totalPrice', '300', 'GreaterThan')]],
];

interface Reader {
  readonly user?: SessionUser;
  readonly schemes?: readonly DataCondition[];
}
const scopeOf = (schemes: Reader['schemes']) =>
  schemes === undefined ? {} : { dataScope: (): DataRights['scope'] => ({ kind: 'schemes', conditions: schemes, userAndBelow: [cashier.userId] }) };
const days = ({ user = cashier, schemes }: Reader, query: Readonly<Record<string, unknown>> = {}) =>
  desk.host.call('charging', accountContract.routes.days, { query, user, ...scopeOf(schemes) });
const sums = ({ user = cashier, schemes }: Reader) => desk.host.call('charging', chargeContract.routes.billTotal, { query: {}, user, ...scopeOf(schemes) });
const fen = (yuan: number): number => Math.round(yuan * 100);

/** The same days, added up bill by bill from the list of bills. */
async function plainly({ user = cashier, schemes }: Reader) {
  const { list } = await desk.host.call('charging', chargeContract.routes.bill, { query: { pageSize: 500 }, user, ...scopeOf(schemes) });
  const byDay = new Map<string, number[]>();
  for (const { chargeTime, totalPrice } of list) {
    const day = dayOf(chargeTime);
    byDay.set(day, [...(byDay.get(day) ?? []), fen(totalPrice)]);
  }
  return [...byDay]
    .map(([day, amounts]) => ({
      day,
      charges: amounts.filter((amount) => amount >= 0).length,
      refunds: amounts.filter((amount) => amount < 0).length,
      net: amounts.reduce((sum, amount) => sum + amount, 0),
    }))
    .sort((a, b) => (a.day < b.day ? -1 : 1));
}
const briefly = (list: Awaited<ReturnType<typeof days>>['list']) =>
  list.map(({ day, chargeCount, refundCount, netPrice, ways }) => {
    expect(ways.reduce((sum, { amount }) => sum + fen(amount), 0)).toBe(fen(netPrice));
    return { day, charges: chargeCount, refunds: refundCount, net: fen(netPrice) };
  });

beforeAll(async () => {
  desk = await openDesk();
  for (let at = 0; at < DAYS; at += 1) {
    // Each third day nobody is charged.
    if (at % 3 === 2) continue;
    desk.host.time.now = new Date(FIRST + at * DAY_MS);
    const who = at % 2 === 0 ? cashier : second;
    const payer = ['310', '390', '391', '0'][at % 4] ?? '0';
    const bill = await desk.charge(await desk.prescribe({ reimWay: payer, prescriptionDetailList: [at % 4 === 0 ? oneDialyser : oneSession] }), {}, who);
    if (at % 6 === 1)
      await desk.host.call('charging', chargeContract.routes.cancelBill, {
        body: { chargeId: bill.chargeId, reason: '开错了' },
        user: at % 4 === 1 ? cashier : who,
      });
  }
});
afterAll(() => desk.host.close());

describe('days of takings', () => {
  it.each([['everything', undefined], ...SCHEMES] as const)('to whom schemes show %s, they are what the bills come to, page by page', async (_, schemes) => {
    for (const user of [cashier, second]) {
      const reader = { user, ...(schemes && { schemes }) };
      const all = await days(reader);
      expect(briefly(all.list)).toEqual(await plainly(reader));
      expect(all.pagination.total).toBe(all.list.length);
      const pages = await Promise.all([1, 2, 3, 4].map((currentPage) => days(reader, { currentPage, pageSize: 3 })));
      expect(pages.flatMap(({ list }) => list)).toEqual(all.list);
      expect(pages.map(({ pagination }) => pagination.total)).toEqual([1, 2, 3, 4].map(() => all.list.length));
      const total = await sums(reader);
      expect(fen(total?.netPrice ?? Number.NaN)).toBe(all.list.reduce((sum, { netPrice }) => sum + fen(netPrice), 0));
    }
  });

  it('a page beyond the last day, and a span that is shorter than a page', async () => {
    const { list } = await days({});
    expect(await days({}, { currentPage: 1_000_000, pageSize: 50 })).toMatchObject({ list: [], pagination: { total: list.length } });
    const [first, , third] = list;
    const span = { startDate: first?.day, endDate: third?.day };
    expect((await days({}, { ...span, pageSize: 100 })).list).toEqual(list.slice(0, 3));
    expect((await days({}, { ...span, pageSize: 2, currentPage: 2 })).list).toEqual(list.slice(2, 3));
  });

  it('are read where they are kept by whom schemes narrow to cashiers and payers', async () => {
    const [before] = (await days({ schemes: [OWN] })).list;
    await desk.host.db.script(`update charging.day_total set bills = bills + 1 where business_day = '${before?.day}'`);
    const chargesShown = async (schemes: readonly DataCondition[]) => (await days({ schemes })).list.find(({ day }) => day === before?.day)?.chargeCount;
    const largeOnes = [OWN, is('totalPrice', '1', 'GreaterThan')];
    expect([await chargesShown([OWN]), await chargesShown(largeOnes)]).toEqual([2, 1]);
    await desk.host.db.script(`update charging.day_total set bills = bills - 1 where business_day = '${before?.day}'`);
    expect(await desk.broken()).toEqual([]);
  });
});

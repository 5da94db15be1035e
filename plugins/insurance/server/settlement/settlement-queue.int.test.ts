import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectWaitingWithoutConnections } from '../../../../tests/support/faults/lock-waiters.ts';
import { staff } from '../../../../tests/support/processes/plugin-host.ts';
import { testEngine } from '../../../../tests/support/databases/test-database.ts';
import { settlementContract } from '../../contract/index.ts';
import { cashierOf, openSettleDesk, type SettleDesk } from '../../testing/settle-desk.ts';

const AT_ONCE = 15;
const { routes } = settlementContract;

/** The insurer answers, and fifteen bills are to be written at once, beside the desk's own: whoever waits owns no connection. */
describe.runIf(testEngine === 'postgres')('fifteen settlements of one cashier, and somebody reads', () => {
  let desk: SettleDesk;
  beforeAll(async () => {
    desk = await openSettleDesk({ patients: 24 });
  });
  afterAll(() => desk?.close());

  it('settling and cancelling wait for the drawer in a queue', async () => {
    const { db } = desk.host;
    const ready = [];
    for (let n = 0; ready.length < AT_ONCE; n += 1) {
      // `n % 7 === 6` has no chronic filing.
      if (n % 7 !== 6) ready.push(await desk.preSettle('guangdong', [await desk.prescribe('guangdong', n)]));
    }
    const hold = () =>
      sql`insert into charging.drawer (org_id, cashier_id) values ('org-gz', ${cashierOf('guangdong').userId})
        on conflict (org_id, cashier_id) do update set cashier_id = excluded.cashier_id`.execute(db.kysely);
    const read = () => desk.call('guangdong', routes.list, { user: staff({ ...cashierOf('guangdong'), userId: 'user-reader' as never }) });
    const settled = await expectWaitingWithoutConnections(db, { hold, read, acts: ready.map((record) => () => desk.settle('guangdong', record)) });
    const done = settled.map((one) => (one.status === 'fulfilled' ? (one.value as Awaited<ReturnType<SettleDesk['settle']>>) : Promise.reject(one.reason)));
    const records = await Promise.all(done);
    expect(records.map(({ state, problem }) => [state, problem])).toEqual(records.map(() => ['settled', '']));
    expect(new Set(records.map(({ billNo }) => billNo)).size).toBe(AT_ONCE);
    const cancelled = await expectWaitingWithoutConnections(db, {
      hold,
      read,
      acts: records.map(
        ({ id, version }) =>
          () =>
            desk.call('guangdong', routes.cancel, { params: { id }, body: { reason: '患者要求', version } }),
      ),
    });
    expect(cancelled.map((one) => (one.status === 'fulfilled' ? (one.value as { state: string }).state : String(one.reason)))).toEqual(
      records.map(() => 'cancelled'),
    );
  });
});

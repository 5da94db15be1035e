import { dayOf } from '@nephra/plugin-sdk/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectWaitingWithoutConnections } from '../../../../tests/support/faults/lock-waiters.ts';
import { staff } from '../../../../tests/support/processes/plugin-host.ts';
import { testEngine } from '../../../../tests/support/databases/test-database.ts';
import { patientContract } from '../../../patient/contract/index.ts';
import { cardNumber, fileContent } from '../../../patient/domain/file/file.fixture.ts';
import { dispensingContract, stockContract } from '../../../pharmacy/contract/index.ts';
import { REVIEW_CHECKS } from '../../../pharmacy/domain/dispensing/review-checks.ts';
import { prescriptionContract } from '../../../prescription/contract/index.ts';
import { body } from '../../../prescription/server/prescription.fixture.ts';
import { shiftContract } from '../../contract/index.ts';
import { cashier, type Desk, dialyserLot, lot, oneBox, oneDialyser, openDesk, pharmacist } from '../../testing/desk.ts';

const AT_ONCE = 15;
const times = <T>(make: (at: number) => T): T[] => Array.from({ length: AT_ONCE }, (_, at) => make(at));

/** Whoever waits for what many want owns no connection. The embedded engine has one, and no two transactions at a time. */
describe.runIf(testEngine === 'postgres')('fifteen who want the same, and somebody reads', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk([lot({ lotNo: 'SIM-A', quantity: 4000 }), dialyserLot({ lotNo: 'SIM-D', quantity: 400 })], {}, { withCore: true });
  });
  afterAll(() => desk?.host.close());

  const read = () => desk.host.call('pharmacy', stockContract.routes.stock, { query: {}, user: staff({ userId: 'user-reader' }) });
  const holdNumber = (series: string) => () =>
    sql`insert into core.number_series (series, period, value)
      select ${series}::text, coalesce(max(period), ${dayOf(desk.host.time.now.getTime()).replaceAll('-', '')}::text), 1 from core.number_series where series = ${series}
      on conflict (series, period) do update set value = core.number_series.value`.execute(desk.host.db.kysely);
  const holdLots = () => sql`select id from pharmacy.lot order by id for update`.execute(desk.host.db.kysely);
  const expectAllDone = async (scene: Omit<Parameters<typeof expectWaitingWithoutConnections>[1], 'read'>) => {
    const ended = await expectWaitingWithoutConnections(desk.host.db, { read, ...scene });
    expect(ended.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))).toEqual([]);
  };
  const paid = async () => {
    const rx = await desk.prescribe({ prescriptionDetailList: [oneDialyser] });
    await desk.charge(rx);
    return rx.dpId ?? '';
  };
  const inTurn = async <T>(make: () => Promise<T>): Promise<T[]> => {
    const made: T[] = [];
    for (let at = 0; at < AT_ONCE; at += 1) made.push(await make());
    return made;
  };

  it('the receipt numbers of a facility: fifteen cashiers charge, each with a drawer of their own', async () => {
    const ready = await inTurn(() => desk.prescribe({ prescriptionDetailList: [oneBox] }));
    // The first number of the series is there.
    await desk.charge(await desk.prescribe({ prescriptionDetailList: [oneBox] }));
    await expectAllDone({
      hold: holdNumber('charging.charge.org-gz'),
      acts: ready.map((rx, at) => () => desk.charge(rx, {}, staff({ ...cashier, userId: `user-cashier-${at}` as never }))),
    });
  });

  it('the numbers of shifts: fifteen cashiers close theirs', async () => {
    const { routes } = shiftContract;
    const closings = [];
    for (let at = 0; at < AT_ONCE; at += 1) {
      const user = staff({ ...cashier, userId: `user-cashier-${at}` as never });
      const takings = await desk.host.call('charging', routes.takings, { user });
      closings.push(() =>
        desk.host.call('charging', routes.close, {
          user,
          body: { billCount: takings.chargeCount + takings.refundCount, cashExpected: takings.cashExpected, cashCounted: takings.cashExpected },
        }),
      );
    }
    await expectAllDone({ hold: holdNumber('charging.shift.org-gz'), acts: closings });
  });

  it('prescription numbers: fifteen doctors save', async () => {
    await expectAllDone({
      hold: holdNumber('prescription.org-gz'),
      acts: times(
        (at) => () =>
          desk.host.call('prescription', prescriptionContract.routes.create, {
            body: body({ prescriptionDetailList: [oneBox] }),
            user: staff({ userId: `user-doctor-${at}` }),
          }),
      ),
    });
  });

  it('lots: fifteen prescriptions are picked, handed out and taken back', async () => {
    const ids = await inTurn(paid);
    for (const dpId of ids) await desk.act(dpId, 'review');
    const act = async (dpId: string, action: 'pick' | 'dispense') => {
      const { version } = await desk.info(dpId);
      return () => desk.host.call('pharmacy', dispensingContract.routes.updateState, { body: { dpId, action, version }, user: pharmacist });
    };
    for (const action of ['pick', 'dispense'] as const) {
      await expectAllDone({ hold: holdLots, acts: await Promise.all(ids.map((dpId) => act(dpId, action))) });
    }
    const returns = await Promise.all(
      ids.map(async (dpId) => {
        const { version, drugDetailList } = await desk.info(dpId);
        const share = drugDetailList[0];
        const back = { allocationId: share?.allocationId ?? '', quantity: 1, returned: 0 };
        return () =>
          desk.host.call('pharmacy', dispensingContract.routes.updateState, {
            body: { dpId, action: 'return', version, returns: [back], reason: '患者退药', intact: true },
            user: pharmacist,
          });
      }),
    );
    await expectAllDone({ hold: holdLots, acts: returns });
  });

  it('one prescription in the pharmacy: fifteen review it, one does', async () => {
    const dpId = await paid();
    const { version } = await desk.info(dpId);
    const review = () =>
      desk.host.call('pharmacy', dispensingContract.routes.updateState, {
        body: { dpId, action: 'review', version, checks: [...REVIEW_CHECKS] },
        user: pharmacist,
      });
    const ended = await expectWaitingWithoutConnections(desk.host.db, {
      hold: () =>
        sql`insert into pharmacy.dispensing (dp_id) values (${dpId}) on conflict (dp_id) do update set acts = pharmacy.dispensing.acts`.execute(
          desk.host.db.kysely,
        ),
      acts: times(() => review),
      read,
    });
    expect(ended.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  });

  it('goods that arrive and counts that are opened take numbers, too', async () => {
    const { routes } = stockContract;
    const line = { drugId: 'drug-calcitriol', quantity: 1, cost: 30, location: 'A-01', expiresOn: '2030-01-01' };
    await expectAllDone({
      hold: holdNumber('pharmacy.receipt.org-gz'),
      acts: times(
        (at) => () =>
          desk.host.call('pharmacy', routes.receive, {
            body: { supplier: '医药公司', invoiceNo: `F${at}`, note: '', lines: [{ ...line, lotNo: `SIM-R${at}` }] },
            user: pharmacist,
          }),
      ),
    });
    await expectAllDone({
      hold: holdNumber('pharmacy.count.org-gz'),
      acts: times(() => () => desk.host.call('pharmacy', routes.openCount, { body: { basis: 'shelf', note: '' }, user: pharmacist })),
    });
  });

  it('the files of a facility: fifteen patients are registered', async () => {
    await expectAllDone({
      hold: () => sql`select pg_advisory_xact_lock(hashtextextended('patient.files org-gz', 0))`.execute(desk.host.db.kysely),
      acts: times(
        (at) => () =>
          desk.host.call('patient', patientContract.routes.create, {
            body: {
              ...fileContent({
                patientName: `新人${at}`,
                patientSex: 2,
                patientIdcard: cardNumber('1960-03-03', String(2 * at + 100)),
                phone: `137000${at + 10000}`,
                psn_no: `PSN-Q${at}`,
              }),
              dialysis: null,
              patientType: 'non-dialysis',
            },
            user: staff({ userId: `user-desk-${at}` }),
          }),
      ),
    });
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { dispensingContract } from '../../../pharmacy/contract/index.ts';
import type { Prescription } from '../../../prescription/contract/index.ts';
import { MONDAY } from '../../../prescription/server/prescription.fixture.ts';
import { chargeContract } from '../../contract/index.ts';
import { cashier, type Desk, openDesk, pharmacist } from '../../testing/desk.ts';

const BEFORE = 199;
let desk: Desk;
let last: Prescription;

beforeAll(async () => {
  desk = await openDesk();
  const first = await desk.prescribe();
  last = await desk.prescribe({ patientId: 'pat-2', reimWay: '0', dpDate: MONDAY + 60_000 });
  await desk.host.db.script(`
    insert into prescription.prescription
    select (jsonb_populate_record(rx, jsonb_build_object('id', 'copy-' || n, 'dp_number', 'COPY' || n))).*
    from prescription.prescription as rx, generate_series(1, ${BEFORE - 1}) as n where rx.id = '${first.dpId}'`);
});
afterAll(() => desk.host.close());

const toCharge = (query: Readonly<Record<string, unknown>>) => desk.host.call('charging', chargeContract.routes.patientList, { query, user: cashier });
const toHandOut = (query: Readonly<Record<string, unknown>>) =>
  desk.host.call('pharmacy', dispensingContract.routes.patientList, { query: { unpaid: true, ...query }, user: pharmacist });

it.each([
  ['at the desk', toCharge],
  ['at the pharmacy’s counter', toHandOut],
])('a long queue %s says how long it is, is searched beyond what is shown, and goes on', async (_, read) => {
  const page = await read({ pageSize: 50 });
  expect([page.list.length, page.pagination.total]).toEqual([50, BEFORE + 1]);
  expect(page.list.some(({ dpId }) => dpId === last.dpId)).toBe(false);
  const found = await read({ pageSize: 50, keyword: last.dpNumber });
  expect([found.list.map(({ dpId }) => dpId), found.pagination.total]).toEqual([[last.dpId], 1]);
  const more = await read({ pageSize: 150 });
  expect(more.list.slice(0, 50)).toEqual(page.list);
  const whole = await read({ pageSize: 250 });
  expect([more.list.length, whole.list.length, whole.list.at(-1)?.dpId]).toEqual([150, BEFORE + 1, last.dpId]);
});

it('the stages of the counter count all of it', async () => {
  expect((await toHandOut({ pageSize: 50 })).counts).toEqual({ review: BEFORE + 1, pick: 0, dispense: 0, rest: 0 });
});

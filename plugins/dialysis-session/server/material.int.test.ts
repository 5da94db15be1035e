import { afterAll, beforeAll, expect, it } from 'vitest';
import { findingContract } from '../contract/money/finding.contract.ts';
import { materialContract } from '../contract/material/material.contract.ts';
import { materialsOf } from '../contract/material/material.ts';
import { sessionContract } from '../contract/session.contract.ts';
import { catalogueEntries } from '../../catalogue/contract/index.ts';
import { actsOf, type House, nurse, refusal, startHouse } from './session-house.fixture.ts';
import { bedsideOf, prescriptionOf } from './stand-ins.fixture.ts';

const { material, materialBack } = materialContract.routes;
let house: House;
let id: string;
/** The facility's own code of the dialyser in the catalogue. */
let code: string;
beforeAll(async () => {
  house = await startHouse();
  const prescription = prescriptionOf({ dialyserId: 'mat-dialyser', dialyserName: '高通量透析器' });
  house.board.bedside.set('pat-1', bedsideOf('pat-1', 'A', { prescription }));
  await house.host.call('dialysis-session', findingContract.routes.addKit, {
    body: { mode: 'HD', part: 'dialyser', kind: 'material', drugId: 'mat-dialyser', quantity: 1 },
    user: nurse,
  });
  const [entry] = await house.host.context('dialysis-session').service(catalogueEntries).entries('org-gz', ['mat-dialyser']);
  code = entry?.drugNumber ?? '';
  id = (await actsOf(() => house).checkIn('slot-1')).session.id;
});
afterAll(() => house.host.close());

const use = (text: string, body: object = {}) =>
  house.host.call('dialysis-session', material, { params: { id }, body: { code: text, ...house.sent(), ...body }, user: nurse });
const back = (entryId: string, body: object = {}) =>
  house.host.call('dialysis-session', materialBack, { params: { id, entryId }, body: { reason: '拿错了，未使用', ...house.sent(), ...body }, user: nurse });
const used = async () => materialsOf((await house.host.call('dialysis-session', sessionContract.routes.session, { params: { id }, user: nurse })).entries);
const g = (name: string) => `dialysis-session.guard.${name}`;

it('a piece that was prescribed is recorded with lot and last day, once however often it is sent', async () => {
  const sent = house.sent();
  await use(`${code}/L2601/270131/S9`, sent);
  expect(await use(`${code}/L2601/270131/S9`, sent)).toMatchObject({ repeated: true });
  expect(await used()).toMatchObject([{ role: 'dialyser', drugId: 'mat-dialyser', item: code, lot: 'L2601', expiry: '2027-01-31', serial: 'S9', gtin: '' }]);
  expect(await refusal(use(`${code}/L2601/270131/S9`))).toBe(g('material-twice'));
});

it('what is expired is never used; what the catalogue does not know needs a reason, and is what the person says', async () => {
  expect(await refusal(use(`${code}/L1/260301`))).toBe(g('material-expired'));
  expect(await refusal(use(`${code}/L1/260301`, { passes: [{ guard: 'material-expired', reason: '还能用几天' }] }))).toBe(g('material-expired'));
  const udi = '0106901234567892172701311077A';
  expect(await refusal(use(udi))).toBe(g('material-unknown'));
  await use(udi, { role: 'lines', passes: [{ guard: 'material-unknown', reason: '新到货未建目录' }] });
  expect((await used()).at(-1)).toMatchObject({ role: 'lines', drugId: '', gtin: '06901234567892', lot: '77A', expiry: '2027-01-31' });
  expect(await refusal(use('MZ0001'))).toBe('dialysis-session.code.unknown-code');
  expect(await refusal(use('0106901234567893'))).toBe('dialysis-session.code.check-digit');
});

it('the trace code of a pack of a drug is refused as such, whatever reason is given', async () => {
  const trace = '83456780001234567890';
  expect(await refusal(use(trace))).toBe('dialysis-session.code.drug-code');
  expect(await refusal(use(trace, { passes: [{ guard: 'material-unknown', reason: '新到货未建目录' }] }))).toBe('dialysis-session.code.drug-code');
});

it('is taken back with a reason, and counts no more', async () => {
  const [first] = await used();
  await back(first?.entryId ?? '');
  expect((await used()).map(({ role }) => role)).toEqual(['lines']);
  expect(await refusal(back(first?.entryId ?? ''))).toBe('dialysis-session.entry-not-found');
});

it('of another facility nothing is used, and nothing behind the end', async () => {
  const other = { ...nurse, orgId: 'org-wh', orgIds: ['org-wh'] } as unknown as typeof nurse;
  const call = house.host.call('dialysis-session', material, { params: { id }, body: { code: 'A1/L1/270131', ...house.sent() }, user: other });
  expect(await refusal(call)).toBe('dialysis-session.not-found');
});

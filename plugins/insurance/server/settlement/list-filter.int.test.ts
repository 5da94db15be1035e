import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSettleDesk, patientIdOf, type SettleDesk } from '../../testing/settle-desk.ts';
import { registerContract, settlementContract } from '../../contract/index.ts';

let desk: SettleDesk;
let settled: { id: string; name: string; billNo: string; setlId: string; mdtrtId: string };
let begun: { id: string };
beforeAll(async () => {
  desk = await openSettleDesk({ patients: 4 });
  const record = await desk.settle('guangdong', await desk.preSettle('guangdong', [await desk.prescribe('guangdong', 1)]));
  settled = { id: record.id, name: record.patientName, billNo: record.billNo, setlId: record.setl_id, mdtrtId: record.mdtrt_id };
  begun = await desk.preSettle('guangdong', [await desk.prescribe('guangdong', 2)]);
  await desk.rows(
    "update patient.patient set search_grams = array['^z', 'zy'] where id = (select patient_id from insurance.settlement where state = 'settled')",
  );
});
afterAll(() => desk.close());

const settlements = async (query: Record<string, unknown>) =>
  (await desk.call('guangdong', settlementContract.routes.list, { query })).list.map((row) => row.id);
const visits = async (query: Record<string, unknown>) =>
  (await desk.call('guangdong', registerContract.routes.list, { query })).list.map((row) => row.mdtrt_id);

describe('[7.3] lists of the insurance desk', () => {
  it('a settlement is found by patient, number at the insurer, receipt and prescription', async () => {
    const [row] = (await desk.call('guangdong', settlementContract.routes.list, { query: { keyword: settled.billNo } })).list;
    expect(row?.id).toBe(settled.id);
    for (const keyword of [settled.name, ` ${settled.billNo.slice(-4)} `, settled.setlId, row?.outpatientCode, row?.dpNumbers[0], 'zy'])
      expect(await settlements({ keyword }), keyword).toEqual([settled.id]);
    for (const keyword of ['nobody', '%', '_', '\\']) expect(await settlements({ keyword }), keyword).toEqual([]);
    expect(await settlements({ keyword: ' ' })).toHaveLength(2);
  });

  it('of one patient, as the file shows them: newest first; of a patient of another facility there is none', async () => {
    const patientId = patientIdOf('guangdong', 1);
    expect(await settlements({ patientId, pageSize: 10 })).toEqual([settled.id]);
    expect((await desk.call('hubei', settlementContract.routes.list, { query: { patientId } })).pagination.total).toBe(0);
  });

  it('a registration is found by patient and by its numbers', async () => {
    for (const keyword of [settled.name, settled.mdtrtId, 'zy']) expect(await visits({ keyword }), keyword).toEqual([settled.mdtrtId]);
    expect(await visits({ keyword: 'nobody' })).toEqual([]);
  });

  it('those that were begun and not settled are asked for at once, whenever that was', async () => {
    expect(await settlements({ begun: '1' })).toEqual([begun.id]);
    expect(await settlements({})).toHaveLength(2);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SettlementRecord } from '../../contract/index.ts';
import { openSettleDesk, refusalOf, type SettleDesk } from '../../testing/settle-desk.ts';

const pack = (n: number): string => String(n).padStart(20, '8');
let desk: SettleDesk;
beforeAll(async () => {
  desk = await openSettleDesk({ patients: 4 });
});
afterAll(() => desk.close());

/** Ready to be settled, with one line that is a packed medicine by its national code. */
async function ready(n: number): Promise<{ record: SettlementRecord; detailId: string }> {
  const record = await desk.preSettle('guangdong', [await desk.prescribe('guangdong', n)]);
  const detailId = record.lines.find((line) => line.drugName === 'drug-saline')?.detailId ?? '';
  await desk.rows(`update insurance.settlement_line set med_list_codg = 'XSIM0001' where detail_id = '${detailId}'`);
  return { record, detailId };
}

describe('[7.3] trace codes at the desk', () => {
  it('a pack is sold once: the second settlement with its code is refused before anything leaves, and free again after a cancellation', async () => {
    const first = await ready(0);
    const sold = await desk.settle('guangdong', first.record, { traceCodes: [{ detailId: first.detailId, code: pack(1) }] });
    expect(sold.state).toBe('settled');

    const second = await ready(1);
    const codes = { traceCodes: [{ detailId: second.detailId, code: pack(1) }] };
    const sent = desk.sim.control.calls().length;
    expect(await refusalOf(desk.settle('guangdong', second.record, codes))).toBe('insurance.trace-used');
    expect(desk.sim.control.calls()).toHaveLength(sent);

    await desk.rows(`update insurance.settlement set state = 'cancelled' where id = '${sold.id}'`);
    expect((await desk.settle('guangdong', second.record, codes)).state).toBe('settled');
  });

  it('a code that is none, comes twice or belongs to no medicine is refused in words', async () => {
    const { record, detailId } = await ready(2);
    const other = record.lines.find((line) => line.detailId !== detailId)?.detailId ?? '';
    const refused = (...traceCodes: { detailId: string; code: string }[]) => refusalOf(desk.settle('guangdong', record, { traceCodes }));
    expect(await refused({ detailId, code: '123' })).toBe('insurance.trace-wrong');
    expect(await refused({ detailId, code: pack(2) }, { detailId, code: pack(2) })).toBe('insurance.trace-twice');
    expect(await refused({ detailId: other, code: pack(2) })).toBe('insurance.trace-line');
    expect((await desk.settle('guangdong', record)).state).toBe('settled');
  });
});

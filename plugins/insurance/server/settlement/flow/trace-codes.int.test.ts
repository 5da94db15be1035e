import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SettlementRecord } from '../../../contract/index.ts';
import { prescriptionPackCodes } from '../../../../prescription/contract/index.ts';
import { openSettleDesk, refusalOf, type SettleDesk } from '../../../testing/settle-desk.ts';

const pack = (n: number): string => String(n).padStart(20, '8');
let desk: SettleDesk;
beforeAll(async () => {
  desk = await openSettleDesk({ patients: 6 });
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

  it('a pack that left the pharmacy for another prescription is not settled; for this one, or once it came back, it is', async () => {
    const { record, detailId } = await ready(3);
    const out = new Map([[pack(3), 'rx-of-somebody-else']]);
    desk.host.provide(prescriptionPackCodes, {
      out: async (codes) => codes.flatMap((code) => (out.has(code) ? [{ code, dpId: out.get(code) ?? '' }] : [])),
    });
    const codes = { traceCodes: [{ detailId, code: pack(3) }] };
    const sent = desk.sim.control.calls().length;
    expect(await refusalOf(desk.settle('guangdong', record, codes))).toBe('insurance.trace-handed-out');
    expect(desk.sim.control.calls()).toHaveLength(sent);
    out.set(pack(3), record.dpIds[0] ?? '');
    const settled = await desk.settle('guangdong', record, codes);
    expect(settled.state).toBe('settled');

    const next = await ready(4);
    out.set(pack(4), 'rx-of-somebody-else');
    const again = { traceCodes: [{ detailId: next.detailId, code: pack(4) }] };
    expect(await refusalOf(desk.settle('guangdong', next.record, again))).toBe('insurance.trace-handed-out');
    out.delete(pack(4));
    expect((await desk.settle('guangdong', next.record, again)).state).toBe('settled');
  });

  it('where the site demands them, a packed medicine without a code is not settled; its code goes out with the message', async () => {
    desk.host.configure('insurance', { traceRequired: true });
    const { record, detailId } = await ready(5);
    const sent = desk.sim.control.calls().length;
    expect(await refusalOf(desk.settle('guangdong', record))).toBe('insurance.trace-missing');
    expect(desk.sim.control.calls()).toHaveLength(sent);
    const settled = await desk.settle('guangdong', record, { traceCodes: [{ detailId, code: pack(5) }] });
    desk.host.configure('insurance', {});
    expect(settled.state).toBe('settled');
    const [message] = await desk.rows<{ request: string }>(
      `select request from insurance.exchange where settlement_id = '${record.id}' and infno like '2207%'`,
    );
    const input = (JSON.parse(message?.request ?? '{}') as { input?: { drug_trac_info?: { drug_trac_codg: string; feedetl_sn: string }[] } }).input;
    expect(input?.drug_trac_info).toMatchObject([{ drug_trac_codg: pack(5), trdn_flag: '0' }]);
    expect(input?.drug_trac_info?.[0]?.feedetl_sn).toBeTruthy();
  });
});

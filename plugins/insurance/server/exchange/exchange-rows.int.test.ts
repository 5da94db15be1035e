import type { DataScope } from '@nephra/plugin-sdk/contract';
import { staff } from '../../../../tests/support/processes/plugin-host.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cashierOf, openSettleDesk, patientIdOf, psnNoOf, refusalOf, type SettleDesk } from '../../testing/settle-desk.ts';
import { type ExchangeRow, exchangeContract } from '../../contract/index.ts';

const { routes } = exchangeContract;
const SHOWN = patientIdOf('guangdong', 1);
const HIDDEN = patientIdOf('guangdong', 2);

/** Whoever sees the files of one payer alone: one of the two patients. */
const narrowed = (menu: string): DataScope =>
  menu === 'his.patient'
    ? { kind: 'schemes', conditions: [[{ logic: 'and', groups: [{ field: 'classId', type: 'String', op: 'Equal', value: 'shown' }] }]], userAndBelow: [] }
    : { kind: 'organisation' };

let desk: SettleDesk;
let note: ExchangeRow;
const journal = async (dataScope?: typeof narrowed, query: Record<string, unknown> = {}) =>
  desk.call('guangdong', routes.list, { query: { pageSize: 200, ...query }, dataScope });
const ofHidden = async (): Promise<ExchangeRow> => {
  const [row] = (await journal(undefined, { patientId: HIDDEN })).list.filter(({ source }) => source === 'server');
  if (!row) throw new Error('nothing was sent for this patient');
  return row;
};

beforeAll(async () => {
  desk = await openSettleDesk({ patients: 3 });
  await desk.host.db.script(`update patient.patient set shift_id = 'shown' where id = '${SHOWN}'`);
  for (const n of [1, 2]) await desk.preSettle('guangdong', [await desk.prescribe('guangdong', n)]);
  const body = { infno: '1161', msgid: 'CARD-0000000001', request: '{}', answer: '', infcode: '', errMsg: '', state: 'sending' as const };
  note = await desk.call('guangdong', routes.create, { body: { ...body, patientId: HIDDEN } });
});
afterAll(() => desk?.close());

const ORG = cashierOf('guangdong').orgId;
const colleague = staff({ userId: 'user-other', userName: '乙员', orgId: ORG, orgIds: [ORG] });

describe('[A4] [6-02] the journal', () => {
  it('neither lists nor counts what was sent about a hidden patient; what is about nobody stays', async () => {
    const all = await journal();
    const about = (id: string | null) => all.list.filter(({ patientId }) => patientId === id).length;
    expect([about(SHOWN) > 0, about(HIDDEN) > 0, about(null) > 0]).toEqual([true, true, true]);
    const seen = await journal(narrowed);
    expect(new Set(seen.list.map(({ patientId }) => patientId))).toEqual(new Set([SHOWN, null]));
    expect(seen.pagination.total).toBe(all.pagination.total - about(HIDDEN));
    expect(await journal(narrowed, { patientId: HIDDEN })).toMatchObject({ list: [], pagination: { total: 0 } });
  });

  it('shows, repeats, completes and removes none of it: it is not there', async () => {
    const params = { id: (await ofHidden()).id };
    expect((await desk.call('guangdong', routes.record, { params })).patientId).toBe(HIDDEN);
    const body = { infno: '1161', msgid: 'CARD-0000000001', request: '{}', answer: '{}', infcode: '0', errMsg: '', state: 'success' as const };
    const acts: [() => Promise<unknown>, string][] = [
      [() => desk.call('guangdong', routes.record, { params, dataScope: narrowed }), 'record'],
      [() => desk.call('guangdong', routes.replay, { params, dataScope: narrowed }), 'replay'],
      [() => desk.call('guangdong', routes.update, { params: { id: note.id }, body, dataScope: narrowed }), 'update'],
      [() => desk.call('guangdong', routes.remove, { params: { id: note.id }, dataScope: narrowed }), 'remove'],
    ];
    for (const [act, name] of acts) expect(await refusalOf(act()), name).toBe('insurance.exchange-not-found');
    expect((await desk.call('guangdong', routes.record, { params: { id: note.id } })).state).toBe('sending');
  });

  it('what names no file, but may speak of anybody, is for whom nobody is hidden, and for who asked it', async () => {
    const { base_url: url } = (await desk.rows<{ base_url: string }>(`select base_url from insurance.connection where org_id = '${ORG}'`))[0] ?? {
      base_url: '',
    };
    const input = { data: { psn_no: psnNoOf('guangdong', 2) } };
    const asked = await desk.call('guangdong', routes.proxy, { body: { url, infno: '5301', input, insuplc_admdvs: '440100' }, dataScope: narrowed });
    const card = { infno: '1161', msgid: 'CARD-0000000002', request: '{"psn_name":"患者"}', answer: '', infcode: '', errMsg: '', state: 'success' as const };
    const read = await desk.call('guangdong', routes.create, { body: card, dataScope: narrowed });
    await desk.host.db.script(`insert into insurance.exchange (id, org_id, infno, msgid, state, sent_at, due_at, operator_id, operator_name, source, request)
      values ('day-sums', '${ORG}', '3201', 'M1', 'success', '2026-03-20T01:00:00Z', '2026-03-20T01:00:00Z', 'job', '', 'server', '{"medfee_sumamt":629.37}'),
             ('list', '${ORG}', '1312', 'M2', 'success', '2026-03-20T01:00:00Z', '2026-03-20T01:00:00Z', 'job', '', 'server', '{}')`);
    const ids = [asked.exchangeId, read.id, 'day-sums', 'list'];
    const listed = async (given: { user?: typeof colleague; dataScope?: typeof narrowed }) => {
      const { list } = await desk.call('guangdong', routes.list, { query: { pageSize: 200 }, ...given });
      return ids.map((id) => list.some((row) => row.id === id));
    };
    const opened = async (given: { user?: typeof colleague; dataScope?: typeof narrowed }) => {
      const answers: boolean[] = [];
      for (const id of ids) answers.push((await refusalOf(desk.call('guangdong', routes.record, { params: { id }, ...given }))) === 'allowed');
      return answers;
    };
    for (const look of [listed, opened]) {
      expect(await look({ user: colleague })).toEqual([true, true, true, true]);
      expect(await look({ user: colleague, dataScope: narrowed })).toEqual([false, false, false, true]);
      expect(await look({ dataScope: narrowed })).toEqual([true, true, false, true]);
    }
  });
});

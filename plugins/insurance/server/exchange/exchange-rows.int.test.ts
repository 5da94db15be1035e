import type { DataScope, OrgId } from '@nephra/plugin-sdk/contract';
import type { RawBuilder, SqlBool } from '@nephra/plugin-sdk/server';
import { staff } from '../../../../tests/support/processes/plugin-host.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cashierOf, openSettleDesk, patientIdOf, psnNoOf, refusalOf, type SettleDesk } from '../../testing/settle-desk.ts';
import { type ExchangeRow, exchangeContract } from '../../contract/index.ts';
import type { InsuranceTables } from '../insurance-tables.ts';
import type { Caller } from '../patient-row-filter.ts';
import { seenPage } from '../seen-page.ts';
import { exchangeTable } from '../tables/exchange.table.ts';

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

describe('records of more patients than a statement names', () => {
  const ORGS = ['org-gz', 'org-wh'] as OrgId[];
  /** Sees every second patient. */
  const caller = (): Caller => {
    const directory = {
      rowFilter: () => ({ few: async () => undefined, among: async (ids: readonly string[]) => new Set(ids.filter((id) => Number(id.slice(1)) % 2 === 0)) }),
    };
    return { user: { orgIds: ORGS }, dataScope: () => ({ kind: 'organisation' }), service: () => directory } as unknown as Caller;
  };
  const pageOf = async (keyword: string | undefined, sort: 'asc' | 'desc', currentPage: number) => {
    const ctx = desk.host.context<InsuranceTables>('insurance');
    const keysOf = (orgIds: readonly string[], seen: RawBuilder<SqlBool>) => {
      const door = exchangeTable.as({ ...ctx, user: { ...cashierOf('guangdong'), orgIds: orgIds as OrgId[] }, dataScope: caller().dataScope }, 'one');
      return ctx.db.selectFrom(door).where(seen).where('infno', '<>', '9001').select(['id', 'patientId', 'sentAt']);
    };
    const request = { keyword, sidx: 'sendTime', sort, currentPage, pageSize: 10 };
    const page = await seenPage(caller(), { db: ctx.db, request, sorts: { sendTime: 'sentAt' }, newest: 'sentAt', rowsOf: keysOf, keysOf });
    return { ids: page.list.map(({ id }) => id), total: page.pagination.total };
  };

  it('are the same pages, whether a search finds them at once, finds too many, or nothing is searched', async () => {
    await desk.rows('delete from insurance.exchange');
    await desk.rows(`insert into insurance.exchange
        (id, org_id, infno, msgid, state, patient_id, operator_id, operator_name, sent_at, source, due_at, request)
      select 'x' || n, (array['org-gz', 'org-wh'])[n % 2 + 1], (array['2207', '2201', '9001'])[n % 3 + 1], 'm' || n, 'success',
        case when n % 7 = 0 then null else 'p' || n % 10 end, 'o', 'o', timestamptz '2026-03-01' + (n * 17 % 40) * interval '1 hour', 'workstation', now(), ''
      from generate_series(1, 90) as n`);
    for (const grown of [false, true]) {
      // Then the database expects of a search more than is found at once.
      if (grown) await desk.rows("update pg_class set reltuples = 1e15, relpages = 1 where oid = 'insurance.exchange'::regclass");
      for (const sort of ['asc', 'desc'] as const) {
        const rows = await desk.rows<{ id: string }>(`select id from insurance.exchange
          where infno <> '9001' and (patient_id is null or right(patient_id, 1)::int % 2 = 0) order by sent_at ${sort}, id ${sort}`);
        const wanted = rows.map(({ id }) => id);
        expect(wanted.length).toBeGreaterThan(20);
        for (const keyword of [undefined, 'a'])
          for (const currentPage of [1, 2, 99]) {
            const expected = { ids: wanted.slice((currentPage - 1) * 10, currentPage * 10), total: wanted.length };
            expect(await pageOf(keyword, sort, currentPage), `${keyword} ${sort} ${currentPage} ${grown}`).toEqual(expected);
          }
      }
    }
  });

  it('are narrowed by kind and by how they ended as by hand', async () => {
    await desk.rows("update insurance.exchange set state = case when id in ('x2', 'x14') then 'refused' when id = 'x4' then 'unknown' else state end");
    const org = cashierOf('guangdong').orgId;
    for (const [query, condition] of [
      [{ state: 'refused' }, "state = 'refused'"],
      [{ state: 'unknown' }, "state = 'unknown'"],
      [{ state: 'success' }, "state = 'success'"],
      [{ infno: '2207' }, "infno = '2207'"],
      [{ infno: '2201', state: 'refused' }, "infno = '2201' and state = 'refused'"],
      [{ infno: '9999' }, 'false'],
    ] as const) {
      const wanted = await desk.rows<{ id: string }>(
        `select id from insurance.exchange where org_id = '${org}' and ${condition} order by sent_at desc, id desc`,
      );
      expect(
        (await journal(undefined, query)).list.map(({ id }) => id),
        condition,
      ).toEqual(wanted.map(({ id }) => id));
    }
  });
});

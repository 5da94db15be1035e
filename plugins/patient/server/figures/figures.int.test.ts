import { parseDay } from '@nephra/plugin-sdk/contract';
import { type FigurePanel, type FigurePanelContent, type FigureQuestion, figurePanels } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OWN_ROWS } from '../../../../tests/support/data-rights-matrix.ts';
import { type HostedCall, hostPlugins, type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import patientServer from '../index.ts';
import { data, patient, refusal } from '../patient.fixture.ts';

const PERIOD = { startDate: '2026-02-28', endDate: '2026-03-02' };
const HOUR_MS = 3_600_000;

let host: PluginHost;
let panel: FigurePanel;

interface Marks {
  id: string;
  created_at: Date;
  creator_id: string;
  enabled: boolean;
  merged_into: string | null;
}

/** Opened at this hour of a day, both in Asia/Shanghai. */
const openedAt = async (id: string, day: string, hour: number, more: Partial<Marks> = {}) =>
  host.db
    .kyselyFor<{ 'patient.patient': Marks }>()
    .updateTable('patient.patient')
    .set({ created_at: new Date(parseDay(day) + hour * HOUR_MS), ...more })
    .where('id', '=', id)
    .execute();

beforeAll(async () => {
  host = await hostPlugins({ patient: patientServer });
  const files = [
    ...data.patients,
    patient('4', '周四', { infectedHistory: [] }),
    patient('5', '吴五', { reimWay: '390' }),
    patient('6', '郑六'),
    patient('7', '王七', { reimWay: '311', infectedHistory: ['NEG'] }),
  ];
  await host.db.transaction(async () =>
    patientServer.demo?.({ ...data, patients: files.map((file) => ({ ...file, dialysis: null })) }, host.context('patient')),
  );
  await openedAt('1', '2026-02-24', 12, { creator_id: 'user-mine' });
  await openedAt('2', '2026-02-25', 0);
  await openedAt('3', '2026-02-27', 23.9);
  await openedAt('4', '2026-02-28', 0, { creator_id: 'user-mine' });
  await openedAt('5', '2026-03-02', 23.9, { enabled: false });
  await openedAt('6', '2026-03-01', 9, { merged_into: '1' });
  await openedAt('7', '2026-03-03', 0);
  await openedAt('wh', '2026-03-01', 9);
  const [found] = host.context('patient').extensions(figurePanels);
  if (!found) throw new Error('the plugin has no panel');
  panel = found.value;
});
afterAll(() => host.close());

const read = (caller: Omit<HostedCall, 'params' | 'query' | 'body'> = {}): Promise<FigurePanelContent> =>
  panel.read(host.requestContext('patient', caller), PERIOD);
const rows = (question: Partial<FigureQuestion>, caller: Omit<HostedCall, 'params' | 'query' | 'body'> = {}) =>
  panel.rows(host.requestContext('patient', caller), { ...PERIOD, figure: 'files', currentPage: 1, pageSize: 20, ...question });
const keysOf = async (question: Partial<FigureQuestion>, caller?: Omit<HostedCall, 'params' | 'query' | 'body'>) =>
  (await rows(question, caller)).list.map(({ key }) => key);
const partsOf = (content: FigurePanelContent, key: string) => content.parts?.find((one) => one.key === key)?.list.map((part) => [part.key, part.value]);
const totalsOf = (content: FigurePanelContent) => content.totals.map(({ key, value, before }) => [key, value, before]);

describe('figures of patients', () => {
  it('count files in use now, and those opened in the days of the period as in as many days before', async () => {
    const content = await read();
    expect(totalsOf(content)).toEqual([
      ['files', 5, undefined],
      ['dialysis', 4, undefined],
      ['opened', 2, 2],
    ]);
    expect(content.days?.series.map(({ values }) => values)).toEqual([[1, 0, 1]]);
    expect(partsOf(content, 'kind')).toEqual([
      ['dialysis', 4],
      ['non-dialysis', 1],
    ]);
    expect(partsOf(content, 'payer')).toEqual([
      ['310', 3],
      ['0', 1],
      ['311', 1],
    ]);
    expect(partsOf(content, 'infection')).toEqual([
      ['HBV', 1],
      ['HCV', 1],
      ['TP', 1],
      ['NEG', 1],
      ['UNTESTED', 1],
    ]);
  });

  it('are made of the patients that they count', async () => {
    const content = await read();
    for (const { key, value } of content.totals) expect((await rows({ figure: key })).total, key).toBe(value);
    for (const { key, list } of content.parts ?? [])
      for (const part of list) expect((await rows({ figure: key, part: part.key })).total, part.key).toBe(part.value);
    expect(await keysOf({ figure: 'days', day: '2026-02-28' })).toEqual(['4']);
    expect(await keysOf({ figure: 'days', day: '2026-03-01' })).toEqual([]);
    expect(await keysOf({ figure: 'infection', part: 'UNTESTED' })).toEqual(['4']);
    const { list, columns } = await rows({ figure: 'opened' });
    expect(columns.map(({ key }) => key)).toEqual(['number', 'name', 'kind', 'payer', 'opened']);
    expect(list[0]).toEqual({
      key: '5',
      cells: { number: 'MZ-5', name: '吴五', kind: '透析', payer: '居民医保', opened: '2026-03-02' },
      opens: { menu: 'his.patient', query: { patientId: '5' } },
    });
  });

  it('come a page at a time, none twice and none left out', async () => {
    const pages = await Promise.all([1, 2, 3].map((currentPage) => rows({ currentPage, pageSize: 2 })));
    expect(pages.map(({ list, total }) => [list.length, total])).toEqual([
      [2, 5],
      [2, 5],
      [1, 5],
    ]);
    expect(new Set(pages.flatMap(({ list }) => list.map(({ key }) => key))).size).toBe(5);
  });

  it('are those of the reader’s own facility', async () => {
    const wuhan = { user: staff({ orgId: 'org-wh', orgIds: ['org-wh'] }) };
    expect(totalsOf(await read(wuhan))).toEqual([
      ['files', 1, undefined],
      ['dialysis', 1, undefined],
      ['opened', 1, 0],
    ]);
    expect(await keysOf({ figure: 'files' }, wuhan)).toEqual(['wh']);
    for (const figure of ['files', 'dialysis', 'opened', 'days']) expect(await keysOf({ figure })).not.toContain('wh');
  });

  it('are those that data rights show', async () => {
    const own = { user: staff({ userId: 'user-mine' }), dataScope: () => OWN_ROWS };
    const content = await read(own);
    expect(totalsOf(content)).toEqual([
      ['files', 2, undefined],
      ['dialysis', 2, undefined],
      ['opened', 1, 0],
    ]);
    expect([partsOf(content, 'kind'), partsOf(content, 'payer'), partsOf(content, 'infection')]).toEqual([
      [
        ['dialysis', 2],
        ['non-dialysis', 0],
      ],
      [['310', 2]],
      [
        ['HBV', 1],
        ['UNTESTED', 1],
      ],
    ]);
    expect(content.days?.series.map(({ values }) => values)).toEqual([[1, 0, 0]]);
    expect(await keysOf({ figure: 'files' }, own)).toEqual(['4', '1']);
    expect(await keysOf({ figure: 'days', day: '2026-03-02' }, own)).toEqual([]);
  });

  it('refuse what names no figure', async () => {
    for (const question of [
      { figure: 'secrets' },
      { figure: 'kind' },
      { figure: 'kind', part: 'toString' },
      { figure: 'infection', part: 'constructor' },
      { figure: 'payer' },
    ])
      expect(await refusal(rows(question)), JSON.stringify(question)).toEqual({ key: 'patient.no-such-figure', code: 404 });
  });
});

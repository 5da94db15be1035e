import { dayAfter, dayOf, periodBefore, type QueryOf, type ReplyOf } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, figurePanel } from '@nephra/plugin-sdk/server';
import { readXlsx } from '@nephra/plugin-sdk/testing';
import { definePlugin } from '@nephra/plugin-sdk/web';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FigurePanelView, figuresContract } from '../../plugins/figures/contract/index.ts';
import type { InlinePlugin } from '../support/inline-packages.ts';
import { ALL_PLUGINS, type Answer, startTestServer, type TestClient, type TestServer } from '../support/server.ts';

type Panels = ReplyOf<(typeof figuresContract.routes)['panels']>;
type Rows = ReplyOf<(typeof figuresContract.routes)['rows']>;
type RowsQuery = QueryOf<(typeof figuresContract.routes)['rows']>;

const text = (word: string) => ({ zh: word, zhtw: word, en: word });
const MANY = 1_234;

/** Panels of a site of its own: one breaks, one refuses in words that only its plugin knows, one has more rows than a call gives. */
const site: InlinePlugin = {
  definition: definePlugin({
    id: 'site',
    version: '1.0.0',
    sdk: '^1.0.0',
    name: text('Site'),
    description: text('Site'),
    pages: [],
    menus: [],
    permissions: [{ enCode: 'site.figures', title: text('Site'), roleHints: [] }],
  }),
  server: defineServerPlugin<never>({
    extensions: [
      figurePanel<never>({
        id: 'broken',
        title: text('Broken'),
        permission: 'site.figures',
        read: () => Promise.reject(new Error('no such table')),
        rows: () => Promise.reject(new Error('no such table')),
      }),
      figurePanel<never>({
        id: 'many',
        title: text('收款统计'),
        permission: 'site.figures',
        read: async () => ({ totals: [{ key: 'all', label: text('All'), unit: 'count', value: MANY, opens: true }] }),
        rows: async (_ctx, { figure, currentPage, pageSize }) => {
          const total = figure === 'flood' ? 20_001 : MANY;
          const first = (currentPage - 1) * pageSize;
          const list = Array.from({ length: Math.min(pageSize, total - first) }, (_, at) => ({
            key: String(first + at),
            cells: { name: `row ${first + at}`, amount: 0.1 },
          }));
          return {
            columns: [
              { key: 'name', label: text('Name'), kind: 'text' },
              { key: 'amount', label: text('Amount'), kind: 'yuan' },
            ],
            list,
            total,
          };
        },
      }),
    ],
  }),
};

let server: TestServer;
let admin: TestClient;
let manager: TestClient;
let today: string;
beforeAll(async () => {
  server = await startTestServer({ plugins: ALL_PLUGINS, inline: [site], config: { ratePerMinute: 1_000_000 } });
  [admin, manager] = [await server.signIn('admin'), await server.signIn('manager')];
  today = dayOf(server.time.now.getTime());
});
afterAll(() => server.close());

const wide = () => ({ startDate: dayAfter(today, -365), endDate: today });
const addressed = (path: string, query: object): string => `${path}?${new URLSearchParams(query as Record<string, string>)}`;
const panelsOf = async (client: TestClient, query: object = wide()) => (await client.get<Panels>(addressed('/api/his/figures/Panels', query))).data;
const rowsOf = (client: TestClient, panel: string, query: Partial<RowsQuery>): Promise<Answer<Rows>> =>
  client.get<Rows>(addressed(`/api/his/figures/Rows/${panel}`, { ...wide(), ...query }));
const panelNamed = (list: readonly FigurePanelView[], id: string): FigurePanelView => {
  const found = list.find((panel) => panel.id === id);
  if (!found) throw new Error(`no panel ${id} among ${list.map((panel) => panel.id)}`);
  return found;
};
const bookOf = async (client: TestClient, url: string) => await readXlsx((await client.raw({ method: 'GET', url })).rawPayload);

describe('the page of figures', () => {
  it('shows everybody the panels that they hold, beside the page, and no other', async () => {
    const seen = async (account: string) => (await panelsOf(await server.signIn(account))).list.map(({ id }) => id);
    expect(await seen('manager')).toEqual(expect.arrayContaining(['charging.takings', 'patient.patients']));
    const clerk = await seen('clerk');
    expect(clerk).toContain('charging.takings');
    expect(clerk).not.toContain('patient.patients');
    expect((await rowsOf(await server.signIn('clerk'), 'patient.patients', { figure: 'files' })).extras?.error).toBe('figures.no-such-panel');
    const cashier = await server.signIn('cashier');
    expect((await cashier.get(addressed('/api/his/figures/Panels', wide()))).code).toBe(403);
    expect((await rowsOf(cashier, 'charging.takings', { figure: 'net' })).code).toBe(403);
  });

  it('reads every panel of the product, also over a year; one that breaks says so and stops no other', async () => {
    const { list, before } = await panelsOf(admin);
    expect(list.filter(({ state }) => state !== 'ready').map(({ id, state }) => [id, state])).toEqual([['site.broken', 'failed']]);
    expect(before).toEqual(periodBefore(wide()));
    expect((await panelsOf(admin, { ...wide(), panel: 'site.many' })).list.map(({ id }) => id)).toEqual(['site.many']);
  });

  it('opens every figure that says it opens, down to rows that lead on', async () => {
    const { list } = await panelsOf(admin);
    for (const { id, totals, days, parts } of list.filter(({ id: one }) => !one.startsWith('site.'))) {
      const questions = [
        ...totals.filter(({ opens }) => opens).map(({ key }) => ({ figure: key })),
        ...parts.filter(({ opens }) => opens).flatMap(({ key, list: entries }) => entries.map((part) => ({ figure: key, part: part.key }))),
        ...(days?.opens ? [{ figure: days.key, day: today }, ...days.series.map(({ key }) => ({ figure: days.key, part: key, day: today }))] : []),
      ];
      for (const question of questions) {
        const answer = await rowsOf(admin, id, question);
        expect(answer.code, `${id} ${JSON.stringify(question)}: ${answer.msg}`).toBe(200);
        expect(answer.data.columns.length, id).toBeGreaterThan(0);
        const named = new Set(answer.data.columns.map(({ key }) => key));
        for (const { key, cells } of answer.data.list) expect([key, ...Object.keys(cells).filter((one) => !named.has(one))], id).toEqual([key]);
      }
    }
  });

  it('says of takings what their rows add up to', async () => {
    const net = panelNamed((await panelsOf(admin)).list, 'charging.takings').totals.find(({ key }) => key === 'net');
    let fen = 0;
    for (let currentPage = 1, left = true; left; currentPage += 1) {
      const { list, pagination } = (await rowsOf(admin, 'charging.takings', { figure: 'net', currentPage, pageSize: 500 })).data;
      fen += list.reduce((sum, { cells }) => sum + Math.round(Number(cells.amount) * 100), 0);
      left = currentPage * 500 < pagination.total;
    }
    expect(fen).toBeGreaterThan(0);
    expect(fen / 100).toBe(net?.value);
  });

  it('counts and lists the patients of the reader’s own facility', async () => {
    for (const [client, orgId] of [
      [admin, 'org-gz'],
      [manager, 'org-wh'],
    ] as const) {
      const files = await client.get<Panels>(addressed('/api/his/figures/Panels', { ...wide(), panel: 'patient.patients' }));
      const total = panelNamed(files.data.list, 'patient.patients').totals.find(({ key }) => key === 'files')?.value;
      const { list, pagination } = (await rowsOf(client, 'patient.patients', { figure: 'files', pageSize: 500 })).data;
      expect(pagination.total).toBe(total);
      const known = await server.database
        .kyselyFor<{ 'patient.patient': { id: string; org_id: string } }>()
        .selectFrom('patient.patient')
        .select('org_id')
        .where(
          'id',
          'in',
          list.map(({ key }) => key),
        )
        .distinct()
        .execute();
      if (orgId === 'org-wh') expect(known).toEqual([{ org_id: orgId }]);
      else expect(known).toContainEqual({ org_id: orgId });
      expect(list[0]?.opens).toEqual({ menu: 'his.patient', query: { patientId: list[0]?.key } });
    }
  });

  it('refuses periods that nobody can be asked about, each in a sentence', async () => {
    const refusal = async (startDate: string, endDate: string, language = 'zh') => {
      const { code, msg, extras } = await manager.get(addressed('/api/his/figures/Panels', { startDate, endDate }), { 'x-language': language });
      return { code, msg, error: extras?.error };
    };
    const bad = [
      ['2026-02-30', today, 'figures.bad-day'],
      [today, 'soon', 'figures.bad-day'],
      [today, dayAfter(today, -1), 'figures.ends-before'],
      [today, dayAfter(today, 1), 'figures.in-future'],
      [dayAfter(today, -366), today, 'figures.too-long'],
    ] as const;
    for (const [startDate, endDate, error] of bad) {
      const said = await refusal(startDate, endDate);
      expect(said, error).toMatchObject({ code: 400, error });
      expect(said.msg).not.toContain('{{');
      expect(said.msg).not.toContain('figures.');
    }
    expect((await refusal(today, dayAfter(today, 1), 'en')).msg).toContain('lies in the future');
    expect((await rowsOf(manager, 'patient.patients', { figure: 'days', day: dayAfter(today, -366) })).extras?.error).toBe('figures.day-outside');
    expect((await rowsOf(manager, 'patient.patients', { ...{ startDate: today, endDate: dayAfter(today, 1) }, figure: 'files' })).extras?.error).toBe(
      'figures.in-future',
    );
  });

  it('says in words of its own what a panel refuses', async () => {
    for (const [panel, figure] of [
      ['patient.patients', 'no-such-thing'],
      ['charging.takings', 'no-such-thing'],
    ] as const) {
      const answer = await rowsOf(admin, panel, { figure });
      expect(answer).toMatchObject({ code: 404, extras: { error: 'figures.no-such-figure' } });
      expect(answer.msg).not.toContain('figures.');
    }
    expect((await rowsOf(admin, 'nobody.knows', { figure: 'net' })).extras?.error).toBe('figures.no-such-panel');
  });

  it('notes who looked at the rows of which figure', async () => {
    await rowsOf(manager, 'patient.patients', { figure: 'files' });
    const log = await admin.get<{ list: { subject: string; subjectId: string }[] }>('/api/system/AuditLog?pageSize=20');
    expect(JSON.stringify(log.data)).toContain('patient.patients/files');
  });
});

describe('the workbook of the page', () => {
  it('has the numbers of the page, on a sheet for each panel that could be read', async () => {
    const { list } = await panelsOf(manager);
    const [about, ...sheets] = await bookOf(manager, addressed('/api/his/figures/Export', wide()));
    expect(about?.rows.flat()).toContain(`${wide().startDate} – ${wide().endDate}`);
    expect(sheets.map(({ name }) => name)).toEqual(list.map(({ title }) => title));
    for (const [at, panel] of list.entries()) {
      const rows = sheets[at]?.rows.slice(1) ?? [];
      const values = rows.slice(0, panel.totals.length).map((row) => [row[1], Number(row[4]), row[5] === '' ? null : Number(row[5])]);
      expect(values).toEqual(panel.totals.map(({ label, value, before }) => [label, value, before]));
      const parts = panel.parts.reduce((count, one) => count + one.list.length, 0);
      expect(rows).toHaveLength(panel.totals.length + parts + (panel.days ? panel.days.days.length * panel.days.series.length : 0));
    }
  });

  it('names panels that could not be read, and keeps apart those of one title', async () => {
    const sheets = await bookOf(admin, addressed('/api/his/figures/Export', { startDate: today, endDate: today }));
    expect(new Set(sheets.map(({ name }) => name)).size).toBe(sheets.length);
    expect(sheets[0]?.rows.find((row) => row[0]?.includes('Broken'))?.[1]).toContain('未能读取');
  });

  it('of one figure has all its rows, up to a limit', async () => {
    const [sheet] = await bookOf(admin, addressed('/api/his/figures/Rows/site.many/Export', { ...wide(), figure: 'all' }));
    expect(sheet?.rows).toHaveLength(MANY + 1);
    expect(sheet?.rows.at(-1)).toEqual([`row ${MANY - 1}`, '0.10']);
    const flood = await admin.get(addressed('/api/his/figures/Rows/site.many/Export', { ...wide(), figure: 'flood' }));
    expect(flood.extras?.error).toBe('figures.too-many-rows');
    expect(flood.msg).toContain('20000');
  });

  it('is for those who may export', async () => {
    const clerk = await server.signIn('clerk');
    for (const path of ['Export', 'Rows/charging.takings/Export'])
      expect((await clerk.get(addressed(`/api/his/figures/${path}`, { ...wide(), figure: 'net' }))).code).toBe(403);
  });
});

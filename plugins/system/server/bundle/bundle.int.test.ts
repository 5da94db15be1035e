import { createHash } from 'node:crypto';
import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { defineServerPlugin, dictionary, newKeyPair, signPackage } from '@nephra/plugin-sdk/server';
import { definePlugin } from '@nephra/plugin-sdk/web';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_PLUGINS, startTestServer } from '../../../../tests/support/server.ts';
import type { BundlePartPreview, BundlePreview } from '../../contract/bundle/bundle.contract.ts';
import { FLOOR_PLAN } from '../../../data/domain/map/floor-plan.ts';
import { bundleFiles, type SignedBundle } from '../../domain/bundle/bundle-file.ts';
import { AT, BACKUPS, backupSettings, key, LIST, made, type Site, SOURCE_PASSWORD, upload } from './made-site.fixture.ts';

let a: Site;
let b: Site;
const words = (text: string) => ({ zh: text, zhtw: text, en: text });
/** A plugin whose dictionary a site may call otherwise. */
const wards = {
  definition: definePlugin({ id: 'wards', version: '1.0.0', sdk: '^1.0.0', name: words('SIM') }),
  server: defineServerPlugin<never>({
    extensions: [
      dictionary({
        code: 'SIM.ward',
        title: words('SIM 病区'),
        entries: [
          { code: '1', label: words('SIM 一') },
          { code: '2', label: words('SIM 二') },
        ],
        may: { relabel: true, hide: true },
      }),
    ],
  }),
};
const started = async (config: { readonly given?: ReadonlySet<string> } = {}): Promise<Site> => {
  const server = await startTestServer({ plugins: ALL_PLUGINS, inline: [wards], config });
  return { server, admin: await server.signIn('admin') };
};
beforeAll(async () => {
  a = await started();
  b = await started({ given: new Set(['LOGIN_WAIT_MINUTES']) });
});
afterAll(async () => {
  await a?.server.close();
  await b?.server.close();
});

const errorOf = ({ code, extras }: { readonly code: number; readonly extras?: unknown }) => [code, (extras as { error?: string } | undefined)?.error];
async function exported({ admin }: Site, parts: readonly object[] | undefined = undefined): Promise<string> {
  const all = (await admin.get<{ list: { id: string }[] }>(`${AT}/Parts`)).data.list;
  const answer = await admin.raw({
    method: 'POST',
    url: `${AT}/Actions/Export`,
    headers: { authorization: admin.token, 'content-type': 'application/json' },
    payload: JSON.stringify({ parts: parts ?? all.map(({ id }) => ({ id })) }),
  });
  if (answer.statusCode !== 200 || !answer.body.startsWith('{"format"')) throw new Error(answer.body);
  return answer.body;
}
const look = async (site: Site, text: string): Promise<BundlePreview> => {
  const answer = await upload<BundlePreview>(site, 'Preview', text);
  if (answer.code !== EnvelopeCode.Ok) throw new Error(JSON.stringify(answer));
  return answer.data;
};
const wholeOf = (parts: readonly BundlePartPreview[]): string =>
  JSON.stringify(Object.fromEntries(parts.map(({ id, entries }) => [id, entries.filter(({ act }) => act === 'conflict').map(({ code }) => code)])));
const take = (site: Site, text: string, { parts, stamp }: BundlePreview, choice = wholeOf(parts)) =>
  upload<{ new: number; changed: number; same: number; digest: string }>(site, 'Import', text, { choice, stamp });
const contentOf = (text: string): SignedBundle['parts'] => (JSON.parse(text) as SignedBundle).parts;
const rowsOf = (text: string) => contentOf(text).map(({ id, rows }) => [id, rows]);
const entriesOf = ({ parts }: BundlePreview, act: string) =>
  parts.flatMap(({ id, entries }) => entries.filter((one) => one.act === act).map(({ code }) => `${id} ${code}`));
/** The same content, said by somebody else. */
function resigned(text: string, change: (bundle: Record<string, unknown>) => void): string {
  const bundle = JSON.parse(text) as Record<string, unknown>;
  change(bundle);
  const { privateKey, publicKey } = newKeyPair();
  const { kind: _, format: __, publicKey: ___, signature: ____, ...contents } = bundle as unknown as SignedBundle & { kind: string; format: number };
  const files = new Map([...bundleFiles(contents)].map(([name, one]) => [name, Buffer.from(one)]));
  return JSON.stringify({ ...bundle, publicKey, signature: signPackage(files, privateKey) });
}

describe('[2.5-05] one signed bundle from site to site', () => {
  let text = '';
  /** What both have from the start. */
  let brought = '';
  it('carries what the site made its own, by code, and would change nothing at home', async () => {
    brought = await exported(b);
    expect(rowsOf(await exported(a))).toEqual(rowsOf(brought));
    await made(a);
    text = await exported(a);
    const before = new Map(contentOf(brought).map(({ id, rows }) => [id, rows.length]));
    const counts = Object.fromEntries(contentOf(text).map(({ id, rows }) => [id, rows.length - (before.get(id) ?? 0)]));
    expect(counts).toMatchObject({
      'system.dictionaries': 4,
      'system.areas': 1,
      'system.number-rules': 1,
      'system.menus': 2,
      'system.texts': 1,
      'system.sms-templates': 1,
      'system.message-templates': 1,
      'system.tasks': 1,
      'system.plugin-settings': 1,
      'system.configuration': 5,
      'system.languages': 1,
      'system.default-columns': 1,
      'system.shared-views': 1,
      'data.sources': 1,
      'data.backup-settings': 1,
      'data.maps': 1,
      'data.common-fields': 1,
      'data.tables': 1,
      'data.table-rows': 2,
    });
    const own = await look(a, text);
    expect(own.signer.state).toBe('own');
    expect(own.parts.every(({ entries }) => entries.length === 0)).toBe(true);
    // Ids of this site would mean something else at another one.
    expect(text).not.toMatch(/"(id|parentId|dictionaryTypeId|moduleId|smsId)":"[0-9a-z]{12,}"/);
  });

  it('is not looked into before its signer was confirmed', async () => {
    const unknown = await look(b, text);
    expect(unknown).toMatchObject({ signer: { state: 'unknown' }, parts: [], stamp: '' });
    expect(errorOf(await take(b, text, unknown, '{"system.areas":[]}'))).toEqual([EnvelopeCode.Refused, 'system.bundle-signer-unknown']);
    const { publicKey, fingerprint } = unknown.signer;
    const confirmed = await b.admin.post<{ fingerprint: string }>(`${AT}/Signers`, { publicKey, siteName: unknown.siteName });
    expect(confirmed.data.fingerprint).toBe(fingerprint);
    expect((await a.admin.get<{ fingerprint: string }>(`${AT}/Parts`)).data.fingerprint).toBe(fingerprint);
  });

  it('changes nothing by being looked at, everything by being taken, and nothing the second time', async () => {
    const first = await look(b, text);
    expect(entriesOf(first, 'conflict')).toEqual([]);
    expect(rowsOf(await exported(b))).toEqual(rowsOf(brought));
    const done = await take(b, text, first);
    expect([done.code, done.msg]).toEqual([EnvelopeCode.Ok, expect.any(String)]);
    expect(done.data).toMatchObject({ same: contentOf(brought).flatMap(({ rows }) => rows).length, digest: first.digest });
    expect(rowsOf(await exported(b))).toEqual(rowsOf(text));
    const again = await look(b, text);
    expect(again.parts.every(({ entries }) => entries.length === 0)).toBe(true);
    expect((await take(b, text, again)).data).toMatchObject({ new: 0, changed: 0 });
    const logged = await b.server.db
      .selectFrom('core.audit')
      .selectAll()
      .where('action', '=', 'bundle.importFile')
      .where('outcome', '=', 'ok')
      .orderBy('seq')
      .execute();
    expect(JSON.stringify(logged[0])).toContain(first.digest);
  });

  it('shows from and to, brings back what was saved before, and is not taken over something newer', async () => {
    const rule = (await b.admin.get<{ list: { id: string; enCode: string }[] }>('/api/system/BillRule?keyword=SIM.no')).data.list[0];
    await b.admin.put(`/api/system/BillRule/${rule?.id}`, { digit: 6 }, key());
    const before = await exported(b, [{ id: 'system.number-rules', codes: ['SIM.no'] }]);
    const preview = await look(b, text);
    const [entry] = preview.parts.find(({ id }) => id === 'system.number-rules')?.entries ?? [];
    expect(entry).toMatchObject({ act: 'changed', fields: [{ label: '流水位数', from: '6', to: '5' }] });
    await b.admin.put(`/api/system/BillRule/${rule?.id}`, { digit: 7 }, key());
    expect(errorOf(await take(b, text, preview))).toEqual([EnvelopeCode.Conflict, 'system.bundle-stale']);
    await b.admin.put(`/api/system/BillRule/${rule?.id}`, { digit: 6 }, key());
    expect((await take(b, text, preview)).data).toMatchObject({ new: 0, changed: 1 });
    expect((await take(b, before, await look(b, before))).data).toMatchObject({ changed: 1 });
    expect(rowsOf(await exported(b, [{ id: 'system.number-rules', codes: ['SIM.no'] }]))).toEqual(rowsOf(before));
  });

  it('brings configuration without secrets and with the white list off, languages with all they say, sources without passwords, maps with shapes, lists as they are arranged', async () => {
    expect(text).not.toContain(SOURCE_PASSWORD);
    const leftOf = (id: string) => contentOf(text).find((part) => part.id === id)?.left;
    expect(leftOf('system.configuration')).toEqual([
      { name: '邮箱密码', why: 'secret' },
      { name: 'emailPop3Host', why: 'local' },
    ]);
    expect(leftOf('data.sources')).toEqual([{ name: 'SIM 源', why: 'secret' }]);
    const { data: config } = await b.admin.get<Record<string, unknown>>('/api/system/SysConfig');
    expect(config).toMatchObject({
      sysName: 'SIM 系统',
      fileQuotaMb: 900,
      emailPop3Host: '',
      lastLoginTimeSwitch: 0,
      lockType: 1,
      whiteListIp: LIST,
      whitelistSwitch: 0,
      secretsSet: [],
    });
    const { data: languages } = await b.admin.get<{ list: unknown[] }>('/api/system/Language/Actions/Languages');
    expect(languages.list).toMatchObject([{ code: 'vi', name: 'Tiếng Việt', base: 'en', enabled: 1, filled: 1 }]);
    const found = async (path: string) => (await b.admin.get<{ list: Record<string, unknown>[] }>(path)).data.list[0];
    expect(await found('/api/system/DataSource?keyword=SIM')).toMatchObject({ host: '10.1.2.3', port: 5432, userName: 'reader', passwordSet: 0 });
    expect(leftOf('system.shared-views')).toEqual([{ name: expect.stringContaining('SIM 病区视图'), why: 'local' }]);
    const views = await b.server.db.selectFrom('core.list_view').selectAll().execute();
    expect(views).toMatchObject([{ user_id: 'user-admin', name: 'SIM 视图', content: { filter: { keyword: 'SIM' }, pageSize: 20 } }]);
    const map = await found('/api/system/DataMap?keyword=SIM.MAP');
    expect(map).toMatchObject({ fullName: 'SIM 图', features: 12, dataSize: Buffer.byteLength(FLOOR_PLAN) });
    expect((await b.admin.get<{ data: string }>(`/api/system/DataMap/${String(map?.id)}/Data`)).data.data).toBe(FLOOR_PLAN);
  });

  it('brings tables of the site with their columns and, by choice, their rows; what would harm rows is a conflict, and others stay', async () => {
    const parts = (await a.admin.get<{ list: { id: string; byChoice: boolean }[] }>(`${AT}/Parts`)).data.list;
    expect(parts.filter(({ byChoice }) => byChoice).map(({ id }) => id)).toEqual(['data.table-rows']);
    const rows = async () => (await sql<object>`select no, name, opened from site.sim_ward order by 1`.execute(b.server.db)).rows;
    const [first, second] = [
      { no: 1, name: 'SIM 一区', opened: new Date('2026-01-02T03:04:05Z') },
      { no: 2, name: 'SIM/二区', opened: null },
    ];
    expect(await rows()).toEqual([first, second]);
    // The other site has a row of its own, words of its own, and a narrower column than the bundle says now.
    await sql`insert into site.sim_ward values (3, 'SIM 自有', null)`.execute(b.server.db);
    await sql`update site.sim_ward set name = 'SIM 改名' where no = 2`.execute(b.server.db);
    const wide = resigned(text, (bundle) => {
      const all = (bundle.parts as { id: string; rows: { code: string; values: Record<string, unknown> }[] }[]).filter(({ id }) => id.startsWith('data.table'));
      bundle.parts = all;
      const [table] = all.find(({ id }) => id === 'data.tables')?.rows ?? [];
      if (table) table.values.columns = ['no int key', 'name varchar(30) optional', 'opened datetime optional', 'beds int optional 床位'];
    });
    await b.admin.post(`${AT}/Signers`, { publicKey: (JSON.parse(wide) as SignedBundle).publicKey, siteName: 'SIM 别院' });
    const preview = await look(b, wide);
    const entries = preview.parts.flatMap((part) => part.entries);
    expect(entries).toMatchObject([
      {
        code: 'sim_ward',
        act: 'changed',
        fields: [{ label: '字段', to: 'no int key, name varchar(30) optional, opened datetime optional, beds int optional 床位' }],
      },
      { code: 'sim_ward/2', act: 'changed', fields: [{ label: 'name', from: 'SIM 改名', to: 'SIM/二区' }] },
    ]);
    // Looking made no column.
    expect(await rows()).toHaveLength(3);
    expect((await take(b, wide, preview)).data).toMatchObject({ new: 0, changed: 2 });
    expect(await rows()).toEqual([first, second, { no: 3, name: 'SIM 自有', opened: null }]);
    const narrow = await look(b, text);
    const [conflict] = narrow.parts.find(({ id }) => id === 'data.tables')?.entries ?? [];
    expect(conflict).toMatchObject({ act: 'conflict', reason: expect.stringContaining('beds') });
    await sql`delete from site.sim_ward where no = 3`.execute(b.server.db);
    await sql`alter table site.sim_ward drop column beds, alter column name type varchar(20)`.execute(b.server.db);
  });

  it('says why an entry cannot be written, and writes none when one is refused', async () => {
    const wrong = (parts: { id: string; rows: { code: string; values: Record<string, unknown> }[] }[]): void => {
      const rows = (id: string) => parts.find((part) => part.id === id)?.rows ?? [];
      for (const row of rows('system.tasks')) row.values.executeContent = JSON.stringify({ cron: '0 3 * * *', localHostTaskId: 'acme.gone' });
      for (const row of rows('system.areas')) row.values.parent = '999999';
      for (const row of rows('system.plugin-settings')) Object.assign(row.values, { value: -5 });
      for (const row of rows('system.sms-templates')) row.values.content = { not: 'a text' };
      for (const row of rows('system.number-rules')) row.values.fullName = 'SIM 别名';
    };
    const bad = resigned(text, (bundle) => {
      wrong(bundle.parts as Parameters<typeof wrong>[0]);
      for (const part of bundle.parts as { id: string; format: number }[]) {
        if (part.id === 'system.menus') part.id = 'acme.gone';
        if (part.id === 'system.texts') part.format = 9;
      }
    });
    const { publicKey } = JSON.parse(bad) as SignedBundle;
    await b.admin.post(`${AT}/Signers`, { publicKey, siteName: 'SIM 别院' });
    const preview = await look(b, bad);
    const reasons = Object.fromEntries(
      preview.parts.flatMap(({ id, entries }) => entries.filter(({ act }) => act === 'conflict').map(({ reason }) => [id, reason])),
    );
    expect(reasons).toEqual({
      'system.tasks': expect.stringContaining('acme.gone'),
      'system.areas': expect.stringContaining('999999'),
      'system.plugin-settings': expect.any(String),
      'system.sms-templates': expect.stringContaining('SIM.1'),
    });
    expect(preview.parts.filter(({ state }) => state !== 'taken').map(({ id, state }) => [id, state])).toEqual([
      ['system.texts', 'newer'],
      ['acme.gone', 'absent'],
    ]);
    const stands = rowsOf(await exported(b));
    const refused = await take(b, bad, preview, '{"system.number-rules":[],"system.tasks":[]}');
    expect(errorOf(refused)).toEqual([EnvelopeCode.Refused, 'system.bundle-refused']);
    expect(refused.msg).toContain('SIM.task');
    expect(rowsOf(await exported(b))).toEqual(stands);
    expect((await take(b, bad, preview)).data).toMatchObject({ changed: 1 });
  });

  it('is refused when it was changed, is newer, hostile or of nobody, and for whoever is no system administrator', async () => {
    const changed = text.replace('SIM 新区', 'SIM 旧区');
    const refusedChange = await upload(b, 'Preview', changed);
    expect([errorOf(refusedChange)[1], refusedChange.msg]).toEqual(['system.bundle-changed', expect.stringContaining('（行政区划）')]);
    const otherSite = text.replace(/"siteName":"[^"]*"/, '"siteName":"SIM"');
    expect(errorOf(await upload(b, 'Preview', otherSite))[1]).toBe('system.bundle-changed-head');
    const newer = await upload(b, 'Preview', text.replace(/"product":"[^"]+"/, '"product":"99.2.0"'));
    expect([errorOf(newer)[1], newer.msg]).toEqual(['system.bundle-newer', expect.stringContaining('99.2.0')]);
    expect(errorOf(await upload(b, 'Preview', text.replace('"format":1', '"format":2')))[1]).toBe('system.bundle-format-newer');
    expect(errorOf(await upload(b, 'Preview', text.replace('"kind"', '"__proto__":{"x":1},"kind"')))[1]).toBe('system.bundle-hostile');
    expect(errorOf(await upload(b, 'Preview', `${'['.repeat(200_000)}${']'.repeat(200_000)}`))[1]).toBe('system.bundle-deep');
    expect(errorOf(await upload(b, 'Preview', '{"kind":"else"}'))[1]).toBe('system.bundle-other');
    expect(errorOf(await b.admin.post(`${AT}/Signers`, { publicKey: newKeyPair().privateKey, siteName: 'x' }))[1]).toBe('system.bundle-key');
    await b.server.db
      .insertInto('core.permission_grant')
      .values({ subject_type: 'user', subject_id: 'user-manager', kind: 'menu', menu_code: 'system.bundle' })
      .execute();
    const manager = await b.server.signIn('manager');
    expect(errorOf(await manager.get(`${AT}/Parts`))).toEqual([EnvelopeCode.Forbidden, 'core.system-only']);
    expect(errorOf(await upload({ admin: manager }, 'Import', text, { choice: '{}', stamp: '' }))[1]).toBe('core.system-only');
  });

  it('holds no secret: it is named, and the other site keeps its own', async () => {
    const secret = createHash('sha256').update('SIM').digest('hex');
    const executeContent = JSON.stringify({ cron: '0 3 * * *', localHostTaskId: 'system.forget-holds', body: `{"token":"${secret}"}` });
    await a.admin.post('/api/scheduletask', { fullName: 'SIM 密', enCode: 'SIM.secret', executeType: '3', executeContent }, key());
    const parts = [{ id: 'system.tasks' }];
    const bundle = await exported(a, parts);
    expect(bundle).not.toContain(secret);
    expect(contentOf(bundle)[0]?.left).toEqual([{ name: 'SIM 密', why: 'secret' }]);
    expect((await take(b, bundle, await look(b, bundle))).code).toBe(EnvelopeCode.Ok);
    expect(rowsOf(await exported(b, parts))).toEqual(rowsOf(bundle));
  });

  it('refuses what the environment fixes here, a source that would take a password elsewhere, people of a role or organisation that is not here, and shapes and wordings that are none', async () => {
    await a.admin.put('/api/system/SysConfig', { lockTime: 17 });
    const source = (await b.admin.get<{ list: { id: string }[] }>('/api/system/DataSource?keyword=SIM')).data.list[0];
    await b.admin.put(`/api/system/DataSource/${source?.id}`, { host: '10.9.9.9', password: SOURCE_PASSWORD }, key());
    const ids = ['system.configuration', 'system.languages', 'system.default-columns', 'system.shared-views', 'data.sources'];
    const parts = [...ids.map((id) => ({ id })), { id: 'data.maps', codes: ['SIM.MAP'] }];
    const bad = resigned(await exported(a, parts), (bundle) => {
      for (const { id, rows } of bundle.parts as { id: string; rows: { values: Record<string, unknown> }[] }[])
        for (const { values } of rows) {
          if (id === 'data.maps') values.shapes = FLOOR_PLAN.replace('[0,0.014]]]', '[0,0.015]]]');
          if (id === 'system.default-columns') values.role = 'SIM.gone';
          if (id === 'system.shared-views') values.audiences = [{ orgCode: 'SIM.away', roleCode: '' }];
          if (id === 'system.languages') values.texts = { 'system:errors.system.menu-many': 'SIM', 'acme:menu.acme': 'x' };
        }
    });
    await b.admin.post(`${AT}/Signers`, { publicKey: (JSON.parse(bad) as SignedBundle).publicKey, siteName: 'SIM 三院' });
    const conflicts = (await look(b, bad)).parts.flatMap(({ entries }) =>
      entries.filter(({ act }) => act === 'conflict').map(({ code, reason }) => [code, reason]),
    );
    expect(Object.fromEntries(conflicts)).toEqual({
      lockTime: expect.stringContaining('LOGIN_WAIT_MINUTES'),
      vi: expect.stringContaining('{{most}}'),
      'system.billRule||': expect.stringContaining('SIM.gone'),
      'system.billRule|SIM 视图': expect.stringContaining('SIM.away'),
      'SIM 源': expect.stringContaining('密码'),
      'SIM.MAP': expect.stringContaining('features[0].geometry.coordinates[0]'),
    });
  });

  it('brings when backups are made, kept and verified; they run only where the passphrase is, which stays, and no bundle turns them off', async () => {
    expect(await backupSettings(b.admin)).toMatchObject({ enabled: 0, cron: '15 3 * * *', keepDays: 7, keepWeeks: 9, verifyAfter: 0 });
    const passphrase = 'SIM geheim genug';
    await a.admin.put(BACKUPS, { ...(await backupSettings(a.admin)), enabled: 1, keepMonths: 3, passphrase });
    const parts = [{ id: 'data.backup-settings' }];
    const running = await exported(a, parts);
    expect(running).not.toContain(passphrase);
    expect(contentOf(running)[0]).toMatchObject({ rows: [{ code: 'rules' }, { code: 'timetable' }], left: [{ name: '备份口令', why: 'secret' }] });
    const without = await look(b, running);
    expect(without.parts[0]?.entries).toMatchObject([
      { code: 'timetable', act: 'conflict', fields: [{ label: '定时备份', from: '关闭', to: '开启' }], reason: expect.stringContaining('口令') },
      { code: 'rules', act: 'changed', fields: [{ label: '保留月数', from: '12', to: '3' }] },
    ]);
    expect((await take(b, running, without)).data).toMatchObject({ changed: 1 });
    expect(await backupSettings(b.admin)).toMatchObject({ enabled: 0, keepMonths: 3 });
    await b.admin.put(BACKUPS, { ...(await backupSettings(b.admin)), passphrase: 'SIM ganz anders!' });
    expect((await take(b, running, await look(b, running))).data).toMatchObject({ changed: 1 });
    expect(await backupSettings(b.admin)).toMatchObject({ enabled: 1, cron: '15 3 * * *', keepMonths: 3 });
    await a.admin.put(BACKUPS, { ...(await backupSettings(a.admin)), enabled: 0, cron: '45 2 * * *' });
    const stopped = await exported(a, parts);
    expect((await take(b, stopped, await look(b, stopped))).data).toMatchObject({ changed: 1 });
    expect(await backupSettings(b.admin)).toMatchObject({ enabled: 1, cron: '45 2 * * *' });
    const [off, wrong, many] = ['off', 'wrong', 'many'].map((kind) =>
      resigned(running, (bundle) => {
        const [part] = bundle.parts as { rows: { values: Record<string, unknown> }[] }[];
        const [rules, timetable] = part?.rows ?? [];
        if (kind === 'off' && timetable) timetable.values.timetable = 'off';
        if (kind === 'wrong' && rules) rules.values.cron = '99 25 * * *';
        if (kind === 'many' && rules) rules.values.keepDays = 9_999;
      }),
    );
    for (const bad of [off, wrong, many]) {
      await b.admin.post(`${AT}/Signers`, { publicKey: (JSON.parse(bad ?? '') as SignedBundle).publicKey, siteName: 'SIM 别院' });
      expect((await look(b, bad ?? '')).parts.flatMap(({ entries }) => entries.filter(({ act }) => act === 'conflict'))).toHaveLength(1);
    }
  });
});

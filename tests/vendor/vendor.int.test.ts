import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Hospital, menusOf, openHospital, pluginInSession, type Staff } from './hospital.ts';
import { deskOf, openBrowser } from './hospital-browser.ts';
import { openWorkshop, type VendorProject, withFlippedByte, type Workshop } from './vendor-workshop.ts';

const CODE = 'acme_beds.entries';
const API = '/api/acme-beds/entries';
const PAGE = '/acme_beds/entries';

let workshop: Workshop;
let beds: VendorProject;
/** Its first package. */
let packed: Buffer;
let hospital: Hospital;
let browser: Browser;
let pid: number;

beforeAll(async () => {
  workshop = openWorkshop(inject('workshop'));
  beds = workshop.create('acme-beds');
  hospital = await openHospital({ env: { PLUGIN_DEVELOPMENT: '1' } });
  pid = hospital.system.pid;
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await hospital?.close();
});

/** The one promise of all of these: whatever a plugin does, the rest works on in the same process. */
async function expectTheRestWorks(staff: Staff): Promise<void> {
  expect(hospital.system.pid).toBe(pid);
  const health = (await (await fetch(`${hospital.system.url}/api/health`)).json()) as { data: { plugins: { id: string; state: string }[] } };
  const own = health.data.plugins.filter(({ id }) => ['patient', 'prescription', 'charging', 'pharmacy'].includes(id));
  expect(own.map(({ state }) => state)).toEqual(['active', 'active', 'active', 'active']);
  expect((await staff.get<{ list: unknown[] }>('/api/his/patient?pageSize=20')).data.list.length).toBeGreaterThan(0);
}

describe('the command line in an empty folder', () => {
  // That it passes every check and its own tests, the tutorial shows.
  it('makes a plugin in which the doctor finds nothing and that needs no adapting', () => {
    expect(beds.nephra('doctor')).toMatchObject({ status: 0 });
    expect(beds.nephra('migrate').output).toContain('Up to date');
  });

  it('builds, packs, signs, and notices a package that is not what was signed', () => {
    expect(beds.nephra('build').output).toMatch(/entries\.page \d+\.\d KB of 60\.0 KB/);
    const archive = beds.pack();
    packed = readFileSync(archive);
    expect(beds.nephra('sign', '--new-key', 'acme').status).toBe(0);
    expect(beds.nephra('sign', archive, '--key', 'acme.key.pem').status).toBe(0);
    expect(beds.nephra('sign', archive, '--key', 'acme.pub.pem', '--verify').output).toContain('is what the owner of key');
    expect(beds.nephra('sign', '--new-key', 'other').status).toBe(0);
    expect(beds.nephra('sign', archive, '--key', 'other.pub.pem', '--verify')).toMatchObject({ status: 1, output: expect.stringContaining('another key') });
    beds.edit('locales/en.json', '"Added."', '"Added!"');
    beds.pack();
    expect(beds.nephra('sign', archive, '--key', 'acme.pub.pem', '--verify')).toMatchObject({ status: 1, output: expect.stringContaining('manifest.json') });
    beds.edit('locales/en.json', '"Added!"', '"Added."');
  });

  it('says in sentences what is wrong', () => {
    const faulty = workshop.create('acme-faulty');
    faulty.edit('web/entries/entries.page.tsx', "label: t('entry.name')", "label: t('entry.name'), lable: 1");
    faulty.edit('locales/en.json', '"note": "Note",', '');
    faulty.edit('server/index.ts', 'ctx.audit({ subject', "const password = 'hunter2hunter2';\n    ctx.audit({ subject");
    faulty.edit('contract/entries.contract.ts', 'acme_faulty.entries:btn_remove', 'acme_faulty.entries:btn_shred');
    faulty.edit('plugin.ts', "sdk: '^1.0.0'", "sdk: '^9.0.0'");
    const { status, output } = faulty.nephra('pack');
    expect(status).toBe(1);
    expect(output).toContain('Not packed: ');
    expect(output).toContain("locales/en.json lacks 'entry.note'");
    expect(output).toMatch(/server\/index\.ts:\d+ looks like a secret/);
    expect(output).toContain("needs 'acme_faulty.entries:btn_shred', which no menu or permission of this plugin declares");
    expect(output).toContain('It asks for SDK ^9.0.0; 1.0.0 is here.');
    expect(output).toMatch(/entries\.page\.tsx.*'lable' does not exist/);
    faulty.edit(
      'web/entries/entries.page.tsx',
      /import \{ observer \}.*\n/,
      "import { observer } from 'mobx-react-lite';\nimport utc from 'dayjs/plugin/utc';\nconsole.log(utc);\n",
    );
    expect(faulty.nephra('build')).toMatchObject({
      status: 1,
      output: expect.stringContaining("'dayjs/plugin/utc' is not among the modules that the shell shares"),
    });
  });
});

describe('a package in a running hospital', () => {
  it('appears at the next sign-in without a restart: page, route, table, menu, texts', async () => {
    const before = await hospital.signIn('doctor');
    expect((await menusOf(before)).has(CODE)).toBe(false);

    hospital.register({ id: 'acme-beds', source: hospital.receive(packed, 'acme-beds-1.0.0.tgz'), enabled: true });
    const view = await hospital.stateOf('acme-beds', 'active', '1.0.0');
    expect(view.adds.routes).toHaveLength(3);

    const doctor = await hospital.signIn('doctor');
    expect((await menusOf(doctor)).get(CODE)).toMatchObject({ fullName: 'Acme Beds', type: 2 });
    expect(await doctor.send('POST', API, { name: '  bed   7 ', note: 'window' })).toMatchObject({ code: 200, msg: '已添加。' });
    expect(await doctor.send('POST', API, { name: 'Bed 7', note: '' })).toMatchObject({ code: 500, msg: '已有名称为“Bed 7”的记录。' });
    expect((await doctor.get<{ list: { name: string }[] }>(API)).data.list).toMatchObject([{ name: 'bed 7', note: 'window' }]);

    for (const [language, add] of [
      ['zh', '新建'],
      ['zhtw', '新增'],
      ['en', 'Add'],
    ] as const) {
      const page = await deskOf(browser, hospital, doctor, language);
      await page.goto(PAGE);
      await page.getByText('bed 7').first().waitFor();
      await page.getByRole('button', { name: add, exact: true }).first().waitFor();
      await page.context().close();
    }
    await expectTheRestWorks(doctor);
  });

  it('an upgrade takes effect at the next sign-in, keeps the data, and leaves open sessions their version', async () => {
    const early = await hospital.signIn('doctor');
    const old = await pluginInSession(early, 'acme-beds');
    beds.edit('plugin.ts', "version: '1.0.0'", "version: '1.1.0'");
    beds.edit('locales/en.json', '"Add"', '"New bed"');
    beds.write('server/migrations/0002-ward.sql', "alter table acme_beds.entry add column ward text not null default 'A';\n");
    hospital.register({ id: 'acme-beds', source: hospital.receive(beds.pack(), 'acme-beds-1.1.0.tgz'), enabled: true, version: '1.1.0' });
    await hospital.stateOf('acme-beds', 'active', '1.1.0');

    const doctor = await hospital.signIn('doctor');
    const now = await pluginInSession(doctor, 'acme-beds');
    expect(now).toMatchObject({ version: '1.1.0', previousBase: old?.base });
    expect((await fetch(hospital.system.url + old?.base + old?.entry)).status).toBe(200);
    expect((await doctor.get<{ list: { name: string }[] }>(API)).data.list).toMatchObject([{ name: 'bed 7' }]);
    const page = await deskOf(browser, hospital, doctor);
    await page.goto(PAGE);
    await page.getByRole('button', { name: 'New bed', exact: true }).first().waitFor();
    await page.context().close();
    await expectTheRestWorks(doctor);
  });

  it('the development loop brings each save to a running server', async () => {
    const draft = workshop.create('acme-draft');
    const dev = () => draft.nephra('dev', '--once', '--registry', hospital.registry, '--backend', hospital.system.url);
    const base = async () => (await pluginInSession(await hospital.signIn('doctor'), 'acme-draft'))?.base;
    expect(dev()).toMatchObject({ status: 0, output: expect.stringMatching(/^acme-draft 1\.0\.0 runs: 1\.0\.0-/m) });
    const first = await base();
    draft.edit('web/entries/entries.page.tsx', 'minWidth: 180', 'minWidth: 190');
    expect(dev().status).toBe(0);
    await expect.poll(base).not.toBe(first);
    draft.edit('web/entries/entries.page.tsx', 'export const Page', 'export const Page page');
    expect(dev()).toMatchObject({ status: 1, output: expect.stringContaining('entries.page.tsx') });
    draft.edit('web/entries/entries.page.tsx', 'export const Page page', 'export const Page');
    // What really happened to this build is said, and what answers meanwhile.
    draft.edit(
      'server/migrations/0001-entries.sql',
      'create table acme_draft.entry',
      'create table acme_draft.other (id text);\ncreate table acme_draft.entry',
    );
    expect(dev()).toMatchObject({ status: 1, output: expect.stringMatching(/refused \(failed\): .*edited[\s\S]*still answers is the build before, 1\.0\.0-/) });
    const reset = draft.nephra('dev', '--once', '--reset', '--registry', hospital.registry, '--backend', hospital.system.url);
    expect(reset).toMatchObject({ status: 0, output: expect.stringMatching(/Dropped acme_draft\.entry\.[\s\S]*acme-draft 1\.0\.0 runs/) });
    const doctor = draft.nephra('doctor', '--backend', hospital.system.url);
    expect(doctor).toMatchObject({ status: 0, output: expect.stringContaining('ok      runs as 1.0.0-') });
    expect(draft.nephra('doctor', '--backend', 'http://127.0.0.1:1')).toMatchObject({ status: 1, output: expect.stringContaining('does the server run') });
    await expectTheRestWorks(await hospital.signIn('doctor'));
  });

  it('switched off and on again it keeps its data; taken out it leaves nothing but its data', async () => {
    const doctor = await hospital.signIn('doctor');
    const entry = { id: 'acme-beds', source: 'acme-beds-1.1.0.tgz', enabled: true };
    hospital.register({ ...entry, enabled: false, reason: 'not needed' });
    await hospital.stateOf('acme-beds', 'disabled');
    expect((await menusOf(doctor)).has(CODE)).toBe(false);
    expect((await doctor.get(API)).code).not.toBe(200);
    hospital.register(entry);
    await hospital.stateOf('acme-beds', 'active');
    expect((await doctor.get<{ list: { name: string }[] }>(API)).data.list).toMatchObject([{ name: 'bed 7' }]);
    hospital.register();
    await hospital.gone('acme-beds');
    expect((await doctor.get(API)).code).not.toBe(200);
    expect((await menusOf(await hospital.signIn('doctor'))).has(CODE)).toBe(false);
    await expectTheRestWorks(doctor);
  });
});

describe('a plugin that misbehaves', () => {
  const failing = async (id: string, spoil: (project: VendorProject) => void) => {
    const project = workshop.create(id);
    spoil(project);
    hospital.register({ id, source: hospital.receive(project.pack(), `${id}.tgz`), enabled: true });
    return project;
  };
  /** Most of the work of packing is the server half: where it plays no part, the plugin comes without. */
  const pagesOnly = (project: VendorProject) => project.remove('server');
  /** Opens the plugin's page and reads the card that stands in its place; then shows that another page still opens. */
  const cardOn = async (id: string): Promise<string> => {
    const doctor = await hospital.signIn('doctor');
    const page = await deskOf(browser, hospital, doctor);
    await page.goto(`/${id.replace('-', '_')}/entries`);
    const card = page.getByRole('alert').filter({ has: page.locator('code') });
    await card.waitFor();
    const text = (await card.textContent()) ?? '';
    await page.goto('/his/patient');
    await page.getByRole('grid').or(page.getByRole('table')).first().waitFor();
    await page.context().close();
    await expectTheRestWorks(doctor);
    return text;
  };

  it('throws while it is loaded: a card in its place, the rest works', async () => {
    await failing('acme-load', (project) => {
      pagesOnly(project);
      project.edit('plugin.ts', 'export default', "if (typeof document !== 'undefined') throw new Error('broken on load');\n\nexport default");
    });
    await hospital.stateOf('acme-load', 'active');
    expect(await cardOn('acme-load')).toContain('Acme Load');
  });

  it('throws while it is drawn: a card in its place, the rest works', async () => {
    await failing('acme-draw', (project) => {
      pagesOnly(project);
      project.edit('web/entries/entries.page.tsx', 'const { t } = ctx;', "const { t } = ctx;\n  if (t('entry.title')) throw new Error('broken while drawn');");
    });
    await hospital.stateOf('acme-draw', 'active');
    expect(await cardOn('acme-draw')).toContain('Acme Draw');
  });

  it('throws in a handler: that call fails with a reference, nothing else does', async () => {
    await failing('acme-handler', (project) =>
      project.edit(
        'server/index.ts',
        'async list({ query }, ctx) {',
        "async list({ query }, ctx) {\n    if (ctx.pluginId) throw new Error('broken in a handler');",
      ),
    );
    await hospital.stateOf('acme-handler', 'active');
    const doctor = await hospital.signIn('doctor');
    const answer = await doctor.get('/api/acme-handler/entries');
    expect(answer.code).toBe(599);
    expect(answer.msg).not.toContain('broken in a handler');
    expect(await doctor.send('POST', '/api/acme-handler/entries', { name: 'works', note: '' })).toMatchObject({ code: 200 });
    await expectTheRestWorks(doctor);
  });

  it('asks for another SDK: refused with both versions named', async () => {
    await failing('acme-range', (project) => project.edit('plugin.ts', "sdk: '^1.0.0'", "sdk: '^2.0.0'"));
    const { reason } = await hospital.stateOf('acme-range', 'incompatible');
    expect(reason).toContain('^2.0.0');
    expect(reason).toContain('1.0.0');
    await expectTheRestWorks(await hospital.signIn('doctor'));
  });

  it('was changed on the way: refused, the file named', async () => {
    hospital.register({ id: 'acme-beds', source: hospital.receive(withFlippedByte(packed, 'System.register'), 'flipped.tgz'), enabled: true });
    const { reason } = await hospital.stateOf('acme-beds', 'modified');
    expect(reason).toMatch(/\.js/);
    await expectTheRestWorks(await hospital.signIn('doctor'));
  });

  it('a migration that fails leaves nothing behind, says so, and the repaired package starts', async () => {
    const project = await failing('acme-table', (spoiled) =>
      spoiled.edit('server/migrations/0001-entries.sql', 'create unique index', 'create table acme_table.other (id txt);\ncreate unique index'),
    );
    const { reason } = await hospital.stateOf('acme-table', 'failed');
    expect(reason).not.toBe('');
    await expectTheRestWorks(await hospital.signIn('doctor'));
    project.edit('server/migrations/0001-entries.sql', 'create table acme_table.other (id txt);\n', '');
    hospital.register({ id: 'acme-table', source: hospital.receive(project.pack(), 'acme-table-repaired.tgz'), enabled: true });
    await hospital.stateOf('acme-table', 'active');
  });
});

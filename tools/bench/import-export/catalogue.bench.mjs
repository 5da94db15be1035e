/**
 * A national catalogue of 200,000 rows in a facility with 10,000 entries of its own: download, a second version in which 1 % changed, a server
 * that is killed in the middle, search, the list of what is not mapped, and proposals. BENCH_ROWS makes it smaller.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { approvalOf, catalogueFile, codeOf, nameOf, startCataloguePlatform } from './catalogue-platform.mjs';
import { onPostgres } from '../database/db-engine.bench.mjs';
import { signIn, startSystem } from '../system.mjs';

export const title = 'National catalogue of 200,000 rows, 10,000 entries of the facility';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const ROWS = Number(process.env.BENCH_ROWS ?? 200_000);
const OWN = 10_000;
const MB = 1024;
const ROUNDS = 7;
const log = { debug() {}, info() {}, warn: console.error, error: console.error };

const data = ({ code, msg, data: answer }) => {
  if (code !== 200) throw new Error(`${code} ${msg}`);
  return answer;
};
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** Kilobytes of a line such as `VmHWM:   123456 kB`. */
const memory = (pid, field) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Entries of the facility whose names, and every third one's approval number, stand in the catalogue too. */
async function fillOwn(dataDir) {
  const { openDatabase } = await import(pathToFileURL(path.join(ROOT, '.build/server/database.mjs')).href);
  const db = await openDatabase({ kind: 'embedded', dataDir }, log);
  try {
    for (let from = 0; from < OWN; from += 1000) {
      const rows = Array.from({ length: 1000 }, (_none, at) => {
        const n = from + at;
        return `('org-gz', 'bench-${n}', 'drug', '${nameOf(n * 20)}', '${n}mg', '西药', '盒', '盒', 1, 'dose', '${n % 3 === 0 ? approvalOf(n * 20) : ''}', '演示', 'bench${n}')`;
      });
      await db.script(
        `insert into catalogue.entry (org_id, drug_id, kind, drug_name, drug_spec, drug_type, prepara_unit, stock_unit, stock_dmin, rounding, approval_number, manufacturer, pinyin) values ${rows.join()}`,
      );
    }
    await db.script(
      `insert into catalogue.price (id, org_id, drug_id, valid_from, price, creator_id, creator_name, created_at)
      select 'price-' || drug_id, org_id, drug_id, date '2026-01-01', 12.5, '', '', now() from catalogue.entry where drug_id like 'bench-%'`,
    );
    for (const table of ['entry', 'price']) await db.script(`analyze catalogue.${table}`);
  } finally {
    await db.close();
  }
}

/** The list of kinds until the run of 1301 is over; how often it showed progress, and the longest of these calls. */
async function watchRun({ call }, until = () => false) {
  const seen = { progress: new Set(), longest: 0 };
  for (;;) {
    const began = performance.now();
    const { list } = data(await call('GET', '/api/medins/catalogue'));
    seen.longest = Math.max(seen.longest, performance.now() - began);
    const row = list.find(({ kind }) => kind === '1301');
    if (row.run && row.run.position > 0) seen.progress.add(row.run.position);
    if (row.run?.state === 'failed') throw new Error(`the download failed: ${row.run.problem} ${JSON.stringify(row.run.problemParams)}`);
    if (row.run?.state === 'done' || until(row)) return { ...seen, row };
    await pause(200);
  }
}

async function download(session, pid, until) {
  const idle = memory(pid, 'VmRSS');
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const began = performance.now();
  data(await session.call('POST', '/api/medins/catalogue/download', { kinds: ['1301'] }));
  const watched = await watchRun(session, until);
  return { seconds: (performance.now() - began) / 1000, peak: (memory(pid, 'VmHWM') - idle) / MB, ...watched };
}

async function timeOf({ call }, method, address, body, check = (answer) => answer.list.length > 0) {
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    const answer = data(await call(method, address, body));
    times.push(performance.now() - began);
    if (!check(answer)) throw new Error(`${address} answered nothing`);
  }
  return median(times);
}

async function connect(session, url) {
  const { list } = data(await session.call('GET', '/api/medins/connection'));
  const { orgId, version } = list.find(({ region }) => region === 'guangdong');
  const { orgId: _, ...facts } = JSON.parse(readFileSync('.build/seed/insurance.json', 'utf8')).connections[0];
  data(await session.call('PUT', `/api/medins/connection/${orgId}`, { ...facts, baseUrl: `${url}/guangdong`, version }));
}

/** @param start starts the system anew over the same data */
async function measure(engine, start, platform, files) {
  let system = await start();
  let session = await signIn(system.url, 'admin');
  const rows = [];
  const add = (what, value, unit, more = {}) => rows.push({ what: `${engine}: ${what}`, value, unit, ...more });
  try {
    await connect(session, platform.url);
    platform.offer({ version: 1, rows: ROWS, content: files[0] });
    // A fifth on the way the server dies; the next one goes on from there.
    const killed = await download(session, system.pid, ({ run }) => run !== null && run.position >= ROWS / 5);
    process.kill(system.pid, 'SIGKILL');
    await system.stop({ keep: true });
    system = await start();
    session = await signIn(system.url, 'admin');
    const again = performance.now();
    const idle = memory(system.pid, 'VmRSS');
    writeFileSync(`/proc/${system.pid}/clear_refs`, '5');
    const resumed = await watchRun(session, ({ run }) => run.position > killed.row.run.position);
    add('after a kill: until it goes on', (performance.now() - again) / 1000, 's', { budget: 60 });
    const rest = await watchRun(session);
    if (rest.row.rowCount < ROWS) throw new Error(`only ${rest.row.rowCount} rows came`);
    const whole = (performance.now() - again) / 1000;
    add('the other four fifths', whole, 's');
    add('peak memory above idle', (memory(system.pid, 'VmHWM') - idle) / MB, 'MB', { budget: 400 });
    add('longest look at the progress', Math.max(killed.longest, resumed.longest, rest.longest), 'ms');
    add('steps of progress seen', killed.progress.size + rest.progress.size, '', { better: 'higher', budget: 10 });

    platform.offer({ version: 2, rows: ROWS, content: files[1] });
    const second = await download(session, system.pid);
    add('second version, 1 % changed: whole', second.seconds, 's', { note: `${second.row.run.stored} rows written` });
    add('second version over the first', second.seconds / (whole / 0.8), '×', { budget: 0.5 });
    add('second version: peak memory above idle', second.peak, 'MB', { budget: 400 });

    const items = (query) => `/api/medins/catalogue/item?${new URLSearchParams(query)}`;
    for (const [what, keyword] of [
      ['first keystroke, a letter', 'a'],
      ['first keystroke, a character', '阿'],
      ['name', nameOf(4711)],
      ['pinyin', 'amoxi'],
      ['initials', 'amxl'],
      ['code', codeOf(123_456 % ROWS)],
      ['part of a code', codeOf(123_456 % ROWS).slice(4, 9)],
    ])
      add(`search, ${what}`, await timeOf(session, 'GET', items({ keyword })), 'ms', { budget: 200 });
    add('search, nothing asked, page 1', await timeOf(session, 'GET', items({})), 'ms', { budget: 200 });
    const last = Math.min(1000, Math.floor(ROWS / 20));
    add(`search, nothing asked, page ${last}`, await timeOf(session, 'GET', items({ currentPage: last })), 'ms', { budget: 200 });
    add('search, a letter, page 50', await timeOf(session, 'GET', items({ keyword: 's', currentPage: 50 })), 'ms', { budget: 200 });

    const began = performance.now();
    data(await session.call('GET', '/api/medins/mapping?pageSize=50'));
    add('mapping, the first look (copies the entries)', performance.now() - began, 'ms');
    const mapping = (query) => `/api/medins/mapping?${new URLSearchParams({ pageSize: 50, ...query })}`;
    // After a minute the copy of the facility's entries is compared anew, with nothing to write.
    await pause(61_000);
    const looked = performance.now();
    data(await session.call('GET', '/api/medins/mapping?pageSize=50'));
    add('mapping, a look after a minute', performance.now() - looked, 'ms');
    add('mapping, page 1', await timeOf(session, 'GET', mapping({})), 'ms', { budget: 200 });
    add('mapping, page 200', await timeOf(session, 'GET', mapping({ currentPage: 200 })), 'ms', { budget: 200 });
    add('mapping, search', await timeOf(session, 'GET', mapping({ keyword: nameOf(20) })), 'ms', { budget: 200 });
    add('mapping, counts', await timeOf(session, 'GET', '/api/medins/mapping/counts', undefined, ({ total }) => total > OWN), 'ms', { budget: 200 });
    const drugIds = Array.from({ length: 200 }, (_none, at) => `bench-${at}`);
    const suggest = (ids, more = {}) => timeOf(session, 'POST', '/api/medins/mapping/suggest', { drugIds: ids, ...more });
    add('proposals for one entry', await suggest(['bench-1']), 'ms', { budget: 200 });
    add('proposals for one entry, first keystroke', await suggest(['bench-1'], { keyword: 'a' }), 'ms', { budget: 200 });
    add('proposals for 200 entries', await suggest(drugIds), 'ms', { budget: 3000 });

    for (let from = 0; from < OWN; from += 200) {
      const lines = Array.from({ length: 200 }, (_none, at) => ({ drugId: `bench-${from + at}`, code: codeOf(((from + at) * 20) % ROWS), version: 0 }));
      const reply = data(await session.call('POST', '/api/medins/mapping', { lines }));
      if (reply.done < 190) throw new Error(`only ${reply.done} were mapped: ${JSON.stringify(reply.lines.find(({ ok }) => !ok))}`);
    }
    add('mapping, page 1, all mapped', await timeOf(session, 'GET', mapping({})), 'ms', { budget: 400 });
    add('mapping, counts, all mapped', await timeOf(session, 'GET', '/api/medins/mapping/counts', undefined, ({ total }) => total > OWN), 'ms', {
      budget: 400,
    });
    return rows;
  } finally {
    await system.stop({ keep: true });
  }
}

function transfer(command, file, env) {
  const { status, stderr } = spawnSync(process.execPath, ['tools/start/database.mjs', command, file], { env: { ...process.env, ...env }, encoding: 'utf8' });
  if (status !== 0) throw new Error(`database ${command}: ${stderr}`);
}

export async function run() {
  if (process.platform !== 'linux') return [{ what: 'peak memory is measured on Linux only', value: 0, unit: '' }];
  const folder = mkdtempSync(path.join(tmpdir(), 'nephra-bench-'));
  const dataDir = path.join(folder, 'data');
  const platform = await startCataloguePlatform();
  const env = { OUTBOUND_ALLOW: `insurance=${platform.url}` };
  try {
    const files = [await catalogueFile(ROWS, 1), await catalogueFile(ROWS, 2)];
    const size = { what: `packed file of ${ROWS} rows`, value: files[0].length / MB / MB, unit: 'MB' };
    await (await startSystem({ dataDir })).stop();
    await fillOwn(dataDir);
    const moved = path.join(folder, 'moved.nephra');
    transfer('export', moved, { DATA_DIR: dataDir });
    const embedded = await measure('embedded', () => startSystem({ dataDir, env }), platform, files);
    const onServer = await onPostgres(async (url) => {
      transfer('import', moved, { DATABASE_URL: url });
      const own = { ...env, DATABASE_URL: url, DEMO_DATA: '' };
      return await measure('PostgreSQL', () => startSystem({ dataDir: path.join(folder, 'files'), env: own }), platform, files);
    });
    return [size, ...embedded, ...(onServer ?? [{ what: 'PostgreSQL: none on this machine', value: 0, unit: '' }])];
  } finally {
    await platform.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) for (const { what, value, unit, note } of await run()) console.log(what, value, unit, note ?? '');

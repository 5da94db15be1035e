/**
 * Lines of bills over 1,000,000 rows: page 1 and page 1,000 of `GET billdetail` side by side, through HTTP. The rows are made by SQL in the
 * server's own database, so that bills look as the desk writes them. Run directly it prints JSON: `node tools/bench/database/billdetail-paging.bench.mjs`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { onPostgres } from './db-engine.bench.mjs';
import { signIn, startSystem } from '../system.mjs';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const BILLS = 100_000;
const LINES = 10;
const DAYS = 900;
const ROUNDS = 9;

/** Bills of two and a half years at one desk, ten lines each. The sum check of every bill rests meanwhile. */
const loadFor = (orgId) => [
  'set statement_timeout = 0',
  'alter table charging.bill disable trigger bill_adds_up',
  `insert into charging.bill (id, bill_no, kind, origin, org_id, patient_id, patient_name, patient_sex, patient_age, outpatient_code, reim_way, total, west, diag_treat, assay,
    consumables, other, charged_at, business_day, cashier_id, cashier_name, line_count, search_grams)
  select 'bench-' || lpad(n::text, 8, '0'), 'SFBENCH' || n, 'charge', 'demo', '${orgId}', 'bench-patient-' || n % 300, 'Bench', 1, 60, 'SIMB' || n % 300, '310', 385, 385, 0, 0, 0, 0,
    (date '2023-01-01' + (n % ${DAYS}))::timestamptz + interval '1 hour' + (n / ${DAYS}) * interval '4 minutes', date '2023-01-01' + (n % ${DAYS}), 'bench', 'Bench', ${LINES}, '{}'
  from generate_series(1, ${BILLS}) n`,
  `insert into charging.bill_line (bill_id, line_no, dp_id, dp_number, detail_id, drug_id, drug_name, drug_spec, drug_type, medical_ins_code, quantity, quantity_unit, price, sub_total)
  select 'bench-' || lpad(n::text, 8, '0'), l, 'bench-rx-' || n, 'CFB' || n, 'bench-' || n || '-' || l, 'bench-drug-' || l, 'Bench drug ' || l, '', '西药', '', 1, '盒', 38.5, 38.5
  from generate_series(1, ${BILLS}) n cross join generate_series(1, ${LINES}) l`,
  'alter table charging.bill enable trigger bill_adds_up',
  'analyze charging.bill',
  'analyze charging.bill_line',
];

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

const log = { debug() {}, info() {}, warn: console.error, error: console.error };

/** Fills a database; an embedded one must not be in use. */
async function load(options, orgId) {
  const { openDatabase } = await import(pathToFileURL(path.join(ROOT, '.build/server/database.mjs')).href);
  const db = await openDatabase(options, log);
  try {
    for (const part of loadFor(orgId)) await db.script(part);
  } finally {
    await db.close();
  }
}

async function measure({ call }) {
  const timed = async (page) => {
    const began = performance.now();
    const answer = await call('GET', `/api/his/charge/billdetail?currentPage=${page}&pageSize=20`);
    if (answer.code !== 200 || answer.data.list.length !== 20) throw new Error(`page ${page}: ${answer.code} ${answer.msg}`);
    return { ms: performance.now() - began, total: answer.data.pagination.total };
  };
  const first = [];
  const deep = [];
  for (const page of [1, 1000]) await timed(page);
  let total = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const one = await timed(1);
    first.push(one.ms);
    deep.push((await timed(1000)).ms);
    total = one.total;
  }
  return { first: median(first), deep: median(deep), total };
}

const orgOf = async ({ call }) => (await call('GET', '/api/oauth/CurrentUser')).data.userInfo.organizeId;

async function onEmbedded() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'nephra-bench-'));
  try {
    const before = await startSystem({ dataDir });
    const orgId = await orgOf(await signIn(before.url, 'cashier'));
    await before.stop();
    await load({ kind: 'embedded', dataDir }, orgId);
    const system = await startSystem({ dataDir });
    try {
      return await measure(await signIn(system.url, 'cashier'));
    } finally {
      await system.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function onServer(url) {
  // Demo data belongs to the embedded engine; an administrator is enough to read lists.
  const system = await startSystem({ env: { DATABASE_URL: url, ADMIN_PASSWORD: 'Bench2026', DEMO_DATA: '' } });
  try {
    const session = await signIn(system.url, 'admin', 'Bench2026');
    await load({ kind: 'postgres', url }, await orgOf(session));
    return await measure(session);
  } finally {
    await system.stop();
  }
}

export const title = 'Lines of bills, 1,000,000 rows: page 1 and page 1,000';
export async function run() {
  const rowsOf = (engine, { first, deep, total }) => [
    { what: `${engine}: rows`, value: total, unit: '' },
    { what: `${engine}: page 1`, value: first, unit: 'ms' },
    { what: `${engine}: page 1,000`, value: deep, unit: 'ms' },
    { what: `${engine}: page 1,000 over page 1`, value: deep / first, unit: 'x', budget: 1.5 },
  ];
  const embedded = await onEmbedded();
  const postgres = await onPostgres(onServer);
  return [...rowsOf('embedded', embedded), ...(postgres ? rowsOf('PostgreSQL', postgres) : [])];
}

if (process.argv[1] === import.meta.filename) console.log(JSON.stringify(await run(), null, 2));

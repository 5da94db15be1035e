/**
 * Memory of the server while it sends 200,000 lines of bills as a workbook, above what it needs while idle. Linux tells the peak of a process
 * by itself (VmHWM); it is set back before the download. Run directly it prints JSON: `node tools/bench/import-export/export-memory.bench.mjs`.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { signIn, startSystem } from '../system.mjs';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const BILLS = 20_000;
const LINES = 10;
const MB = 1024;
const log = { debug() {}, info() {}, warn: console.error, error: console.error };

const loadFor = (orgId) => [
  'set statement_timeout = 0',
  'alter table charging.bill disable trigger bill_adds_up',
  `insert into charging.bill (id, bill_no, kind, origin, org_id, patient_id, patient_name, patient_sex, patient_age, outpatient_code, reim_way, total, west, diag_treat, assay,
    consumables, other, charged_at, business_day, cashier_id, cashier_name, line_count, search_grams)
  select 'bench-' || lpad(n::text, 8, '0'), 'SFBENCH' || n, 'charge', 'demo', '${orgId}', 'bench-patient-' || n % 300, '测试患者', 1, 60, 'SIMB' || n % 300, '310', 385, 385, 0, 0, 0, 0,
    date '2024-01-01' + interval '1 minute' * n, (date '2024-01-01' + interval '1 minute' * n)::date, 'bench', '收费员', ${LINES}, '{}'
  from generate_series(1, ${BILLS}) n`,
  `insert into charging.bill_line (bill_id, line_no, dp_id, dp_number, detail_id, drug_id, drug_name, drug_spec, drug_type, medical_ins_code, quantity, quantity_unit, price, sub_total)
  select 'bench-' || lpad(n::text, 8, '0'), l, 'bench-rx-' || n, 'CFB' || n, 'bench-' || n || '-' || l, 'bench-drug-' || l, '骨化三醇软胶囊 ' || l, '0.25µg×20粒', '西药', 'XSIM' || l, 1, '盒', 38.5, 38.5
  from generate_series(1, ${BILLS}) n cross join generate_series(1, ${LINES}) l`,
  'alter table charging.bill enable trigger bill_adds_up',
  'analyze charging.bill',
  'analyze charging.bill_line',
];

/** Kilobytes of a line such as `VmHWM:   123456 kB`. */
const memory = (pid, field) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);

/** Reads a download to its end, keeps nothing of it. */
async function drain(url, token) {
  const answer = await fetch(url, { headers: { authorization: token, accept: 'application/octet-stream' } });
  if (!answer.ok || !answer.headers.get('content-type')?.includes('spreadsheet')) throw new Error(`no workbook: ${answer.status} ${await answer.text()}`);
  let bytes = 0;
  for await (const chunk of answer.body) bytes += chunk.length;
  return bytes;
}

export const title = 'Export of 200,000 lines of bills as a workbook';
export async function run() {
  if (process.platform !== 'linux') return [{ what: 'peak memory is measured on Linux only', value: 0, unit: '' }];
  const dataDir = mkdtempSync(path.join(tmpdir(), 'nephra-bench-'));
  try {
    const before = await startSystem({ dataDir });
    const orgId = (await (await signIn(before.url, 'cashier')).call('GET', '/api/oauth/CurrentUser')).data.userInfo.organizeId;
    await before.stop();
    const { openDatabase } = await import(pathToFileURL(path.join(ROOT, '.build/server/database.mjs')).href);
    const db = await openDatabase({ kind: 'embedded', dataDir }, log);
    try {
      for (const part of loadFor(orgId)) await db.script(part);
    } finally {
      await db.close();
    }
    const system = await startSystem({ dataDir });
    try {
      const { call, token } = await signIn(system.url, 'cashier');
      await call('GET', '/api/his/charge/billdetail?pageSize=20');
      const idle = memory(system.pid, 'VmRSS');
      writeFileSync(`/proc/${system.pid}/clear_refs`, '5');
      const began = performance.now();
      const bytes = await drain(`${system.url}/api/his/charge/Detail/Actions/Export?startDate=2024-01-01&endDate=2025-12-31`, token);
      const peak = memory(system.pid, 'VmHWM');
      return [
        { what: 'size of the workbook', value: bytes / MB / MB, unit: 'MB' },
        { what: 'rows a second', value: Math.round((BILLS * LINES * 1000) / (performance.now() - began)), unit: '/s' },
        { what: 'memory of the idle server', value: idle / MB, unit: 'MB' },
        { what: 'peak above idle', value: (peak - idle) / MB, unit: 'MB', budget: 200 },
      ];
    } finally {
      await system.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) console.log(JSON.stringify(await run(), null, 2));

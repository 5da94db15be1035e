/**
 * Page 1 of the patient list with 200,000 files, by somebody with three roles that each bring a data scheme: data authorisation of the menu
 * off and on, side by side, through HTTP. Run directly it prints JSON: `node tools/bench/database/data-rights.bench.mjs`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { onPostgres } from './db-engine.bench.mjs';
import { signIn, startSystem } from '../system.mjs';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const FILES = 200_000;
const ROUNDS = 11;
const LIST = '/api/his/patient?currentPage=1&pageSize=20';
const SWITCH = '/api/system/ModuleDataAuthorize/his.patient/Actions/State';

const compare = (field, op, value) => ({ field, type: 'String', op, value });
/** Own files; those of one payer on dialysis; those of the morning opened lately. Together about a third. */
const SCHEMES = [
  [{ logic: 'and', groups: [compare('creatorUserId', 'Equal', '@userId')] }],
  [{ logic: 'and', groups: [compare('reimWay', 'In', '390,391'), compare('patientType', 'Equal', 'dialysis')] }],
  [{ logic: 'and', groups: [compare('classId', 'Equal', 'bench-morning'), compare('creatorTime', 'GreaterThanOrEqual', '2025-07-01')] }],
];

/** A person with the administrator's password, three roles with a scheme each, and the files. */
const loadFor = (orgId, account) => [
  'set statement_timeout = 0',
  `insert into core.user_account (id, account, real_name, org_id, password_hash, password_changed_at)
  select 'bench-user', 'bench', 'Bench', '${orgId}', password_hash, password_changed_at from core.user_account where account = '${account}'`,
  `insert into core.user_org (user_id, org_id, is_major) values ('bench-user', '${orgId}', true)`,
  ...SCHEMES.flatMap((condition, at) => [
    `insert into core.role (id, en_code, full_name) values ('bench-role-${at}', 'bench.${at}', 'Bench ${at}')`,
    `insert into core.user_role (user_id, role_id) values ('bench-user', 'bench-role-${at}')`,
    `insert into core.data_scheme (id, menu_code, en_code, full_name, condition) values ('bench-scheme-${at}', 'his.patient', 'bench.${at}', 'Bench', '${JSON.stringify(condition)}')`,
    `insert into core.permission_grant (subject_type, subject_id, kind, menu_code, item_code) values
    ('role', 'bench-role-${at}', 'menu', 'his.patient', ''), ('role', 'bench-role-${at}', 'resource', 'his.patient', 'bench-scheme-${at}')`,
  ]),
  `insert into patient.patient (id, org_id, patient_name, outpatient_code, patient_type, reim_way, shift_id, pinyin, creator_id, created_at, updated_at)
  select 'bench-' || lpad(n::text, 8, '0'), '${orgId}', 'Bench ' || n, 'SIMB' || n, case when n % 3 = 0 then 'non-dialysis' else 'dialysis' end,
    (array['310', '390', '0', '391'])[1 + n % 4], case n % 5 when 0 then 'bench-morning' else 'bench-evening' end, md5(n::text),
    case when n % 17 = 0 then 'bench-user' else 'bench-' || n % 17 end, timestamptz '2025-01-01' + n % 365 * interval '1 day', now()
  from generate_series(1, ${FILES}) n`,
  'vacuum analyze patient.patient',
];

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

const log = { debug() {}, info() {}, warn: console.error, error: console.error };

/** Fills a database; an embedded one must not be in use. */
async function load(options, orgId) {
  const { openDatabase } = await import(pathToFileURL(path.join(ROOT, '.build/server/database.mjs')).href);
  const db = await openDatabase(options, log);
  try {
    for (const part of loadFor(orgId, 'admin')) await db.script(part);
  } finally {
    await db.close();
  }
}

async function measure(admin, { call }) {
  const timed = async () => {
    const began = performance.now();
    const answer = await call('GET', LIST);
    if (answer.code !== 200 || answer.data.list.length !== 20) throw new Error(`${answer.code} ${answer.msg}`);
    return { ms: performance.now() - began, total: answer.data.pagination.total };
  };
  const turned = async (on) => {
    const answer = await admin.call('PUT', SWITCH, { isDataAuthorize: on });
    if (answer.code !== 200) throw new Error(`${answer.code} ${answer.msg}`);
    // The first call after a change reads the rights anew.
    await timed();
    return await timed();
  };
  const [open, guarded] = [[], []];
  let totals = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    const off = await turned(0);
    const on = await turned(1);
    open.push(off.ms);
    guarded.push(on.ms);
    totals = { all: off.total, seen: on.total };
  }
  return { open: median(open), guarded: median(guarded), ...totals };
}

const orgOf = async ({ call }) => (await call('GET', '/api/oauth/CurrentUser')).data.userInfo.organizeId;

async function onEmbedded() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'nephra-bench-'));
  try {
    const before = await startSystem({ dataDir });
    const orgId = await orgOf(await signIn(before.url, 'admin'));
    await before.stop();
    await load({ kind: 'embedded', dataDir }, orgId);
    const system = await startSystem({ dataDir });
    try {
      return await measure(await signIn(system.url, 'admin'), await signIn(system.url, 'bench'));
    } finally {
      await system.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function onServer(url) {
  // Demo data belongs to the embedded engine; an administrator is enough to lend a password.
  const system = await startSystem({ env: { DATABASE_URL: url, ADMIN_PASSWORD: 'Bench2026', DEMO_DATA: '' } });
  try {
    const admin = await signIn(system.url, 'admin', 'Bench2026');
    await load({ kind: 'postgres', url }, await orgOf(admin));
    return await measure(admin, await signIn(system.url, 'bench', 'Bench2026'));
  } finally {
    await system.stop();
  }
}

export const title = 'Patient list, 200,000 files, three roles with a data scheme each: data authorisation off and on';
export async function run() {
  const rowsOf = (engine, { open, guarded, all, seen }) => [
    { what: `${engine}: files, and those that the schemes show`, value: seen, unit: '', note: `of ${all}` },
    { what: `${engine}: page 1 without data authorisation`, value: open, unit: 'ms' },
    { what: `${engine}: page 1 with it`, value: guarded, unit: 'ms' },
    { what: `${engine}: with over without`, value: guarded / open, unit: 'x', budget: 1.3 },
  ];
  const embedded = await onEmbedded();
  const postgres = await onPostgres(onServer);
  return [...rowsOf('embedded', embedded), ...(postgres ? rowsOf('PostgreSQL', postgres) : [])];
}

if (process.argv[1] === import.meta.filename) console.log(JSON.stringify(await run(), null, 2));

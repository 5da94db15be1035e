/**
 * How many settlements a second each database engine takes through the bare driver, and what our own layer (unit of work,
 * query builder) leaves of that. A settlement: read and lock a prescription, its items and five stock lots, check,
 * insert bill, lines, stock moves and payment, update stock and prescription: 20 statements in one transaction.
 * Run directly it prints JSON: `node tools/bench/database/db-engine.bench.mjs`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { CompiledQuery } from 'kysely';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const RUN_MS = 1_000;
const RUNS = 3;
const PRESCRIPTIONS = 500;
const LINES = 5;
const LOTS = 200;

const schema = {
  plugin: 'bench',
  schema: 'bench',
  migrations: [
    {
      name: '0001-bench',
      sql: `create table prescription (id integer primary key, status integer not null, total numeric(12,2) not null);
        create table item (id integer primary key, prescription integer not null references prescription, lot integer not null, quantity integer not null, price numeric(12,4) not null);
        create index on item (prescription);
        create table lot (id integer primary key, quantity integer not null check (quantity >= 0));
        create table bill (id bigint generated always as identity primary key, prescription integer not null, total numeric(12,2) not null, at timestamptz not null default now());
        create table bill_line (id bigint generated always as identity primary key, bill bigint not null references bill, item integer not null, amount numeric(12,2) not null);
        create table stock_move (id bigint generated always as identity primary key, lot integer not null, quantity integer not null, bill bigint not null);
        create table payment (id bigint generated always as identity primary key, bill bigint not null references bill, amount numeric(12,2) not null, way text not null);
        insert into prescription select n, 0, 50 from generate_series(1, ${PRESCRIPTIONS}) n;
        insert into lot select n, 1000000000 from generate_series(1, ${LOTS}) n;
        insert into item select n, 1 + (n - 1) / ${LINES}, 1 + (n * 7) % ${LOTS}, 2, 5.0000 from generate_series(1, ${PRESCRIPTIONS * LINES}) n;`,
    },
  ],
};

/** The statements of one settlement; `run(sql, values)` answers rows. */
async function settle(run, prescription) {
  const [head] = await run('select id, status, total from bench.prescription where id = $1 for update', [prescription]);
  const items = await run('select id, lot, quantity, price from bench.item where prescription = $1 order by id', [prescription]);
  const lots = items.map(({ lot }) => lot).sort((a, b) => a - b);
  const stock = await run('select id, quantity from bench.lot where id = any($1) order by id for update', [lots]);
  if (stock.some(({ quantity }) => quantity < 2)) throw new Error('not enough stock');
  const [bill] = await run('insert into bench.bill (prescription, total) values ($1, $2) returning id', [prescription, head.total]);
  for (const item of items) {
    await run('insert into bench.bill_line (bill, item, amount) values ($1, $2, $3)', [bill.id, item.id, '10.00']);
    await run('insert into bench.stock_move (lot, quantity, bill) values ($1, $2, $3)', [item.lot, -item.quantity, bill.id]);
  }
  await run('insert into bench.payment (bill, amount, way) values ($1, $2, $3)', [bill.id, head.total, 'cash']);
  await run('update bench.lot set quantity = quantity - 2 where id = any($1)', [lots]);
  await run('update bench.prescription set status = status + 1 where id = $1', [prescription]);
  await run('update bench.bill set total = total where id = $1', [bill.id]);
}

const nameOf = new Map();
function named(text, values) {
  if (!nameOf.has(text)) nameOf.set(text, `bench${nameOf.size}`);
  return { name: nameOf.get(text), text, values };
}

async function settleOnDriver(db, prescription) {
  const session = await db.pool.acquire();
  try {
    const run = async (text, values) => (await session.client.query(named(text, values))).rows;
    await session.client.query('begin');
    await settle(run, prescription);
    await session.client.query('commit');
  } finally {
    session.release();
  }
}

const settleOnLayer = (db, prescription) =>
  db.transaction(async () => {
    const run = async (text, values) => (await db.kysely.executeQuery(CompiledQuery.raw(text, values))).rows;
    await settle(run, prescription);
  });

/** Settlements a second in one run of a second. */
async function rateOfRun(clients, work) {
  let done = 0;
  const began = performance.now();
  const end = began + RUN_MS;
  const client = async () => {
    while (performance.now() < end) {
      settled += 1;
      await work(1 + (settled % PRESCRIPTIONS));
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return (done * 1_000) / (performance.now() - began);
}

/** Which prescription is next: one after another, over all runs. */
let settled = 0;

/** Best of some short runs: the rest is the machine's other work. */
async function rate(clients, work) {
  let best = 0;
  for (let round = 0; round < RUNS; round += 1) best = Math.max(best, await rateOfRun(clients, work));
  return best;
}

async function measure(layer, options) {
  const log = { debug() {}, info() {}, warn() {}, error: (fields, message) => console.error(message, fields) };
  const db = await layer.openDatabase(options, log);
  try {
    await layer.runMigrations(db, [schema]);
    await Promise.all([settleOnDriver(db, 1), settleOnLayer(db, 2)]);
    return {
      driver1: await rate(1, (id) => settleOnDriver(db, id)),
      layer1: await rate(1, (id) => settleOnLayer(db, id)),
      driver10: await rate(10, (id) => settleOnDriver(db, id)),
      layer10: await rate(10, (id) => settleOnLayer(db, id)),
    };
  } finally {
    await db.close();
  }
}

/** A PostgreSQL on disk for the time of `work(url, postmasterPid)`, thrown away afterwards unless it has a folder that is `kept`; undefined where this machine has none. */
export async function onPostgres(work, kept) {
  const child = spawn(process.execPath, [path.join(ROOT, 'tests/support/databases/postgres-supervisor.mjs'), kept ? `--kept=${kept}` : '--on-disk'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = await once(createInterface(child.stdout), 'line');
  const { url, pidFile, error } = JSON.parse(line);
  if (error) throw new Error(error);
  try {
    return url ? await work(url, Number.parseInt(readFileSync(pidFile, 'utf8'), 10)) : undefined;
  } finally {
    child.stdin.end();
    await ended;
  }
}

async function databaseLayer() {
  const built = path.join(ROOT, '.build/server/database.mjs');
  if (!existsSync(built)) throw new Error('Nothing is built yet: run `npm run build` first.');
  return await import(pathToFileURL(built).href);
}

/** Settings that decide what a confirmed settlement is worth, as the server tells them. */
const DURABILITY = ['fsync', 'synchronous_commit', 'full_page_writes', 'wal_sync_method'];

/**
 * The bare driver beside something else that is measured. `options` names the engine: {kind: 'embedded', dataDir} or {kind: 'postgres', url}.
 * @returns `round()`: settlements a second of ten clients in one run; `settings`: `fsync on, …`, of PostgreSQL only
 */
export async function openBareDriver(options) {
  const layer = await databaseLayer();
  const log = { debug() {}, info() {}, warn() {}, error: (fields, message) => console.error(message, fields) };
  const db = await layer.openDatabase(options, log);
  await layer.runMigrations(db, [schema]);
  await settleOnDriver(db, 1);
  const shown = async (name) => `${name} ${(await db.pool.use((session) => session.client.query(`show ${name}`))).rows[0][name]}`;
  return {
    round: () => rateOfRun(10, (id) => settleOnDriver(db, id)),
    settings: options.kind === 'postgres' ? (await Promise.all(DURABILITY.map(shown))).join(', ') : '',
    close: () => db.close(),
  };
}

async function measureAll() {
  const layer = await databaseLayer();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'nephra-bench-'));
  try {
    const embedded = await measure(layer, { kind: 'embedded', dataDir });
    const postgres = await onPostgres((url) => measure(layer, { kind: 'postgres', url }));
    return { embedded, postgres };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export const title = 'Database: settlements a second';

export async function run() {
  const { embedded, postgres } = await measureAll();
  const rows = [
    { what: 'embedded, bare driver, 1 client', value: embedded.driver1, unit: '/s' },
    { what: 'embedded, bare driver, 10 clients', value: embedded.driver10, unit: '/s' },
    { what: 'embedded, our layer over bare driver, 1 client', value: embedded.layer1 / embedded.driver1, unit: 'x', better: 'higher', budget: 0.7 },
    { what: 'embedded, our layer over bare driver, 10 clients', value: embedded.layer10 / embedded.driver10, unit: 'x', better: 'higher', budget: 0.7 },
  ];
  if (!postgres) return [...rows, { what: 'PostgreSQL: none on this machine', value: 0, unit: '' }];
  return [
    ...rows,
    { what: 'PostgreSQL, bare driver, 1 client', value: postgres.driver1, unit: '/s' },
    { what: 'PostgreSQL, bare driver, 10 clients', value: postgres.driver10, unit: '/s' },
    { what: 'PostgreSQL, our layer over bare driver, 10 clients', value: postgres.layer10 / postgres.driver10, unit: 'x', better: 'higher', budget: 0.7 },
    { what: 'embedded over PostgreSQL, 1 client', value: embedded.driver1 / postgres.driver1, unit: 'x' },
    { what: 'embedded over PostgreSQL, 10 clients', value: embedded.driver10 / postgres.driver10, unit: 'x' },
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) console.log(JSON.stringify({ title, ...(await measureAll()), rows: undefined }, null, 2));

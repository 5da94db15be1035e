/** Databases with little in them and with ten years, on one engine, made once and kept where a folder is given. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startSystem } from '../system.mjs';
import { careFillStatements } from './care.mjs';
import { fillStatements, FULL, readers, SETTINGS, SMALL, STATISTICS } from './fill.mjs';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const log = { debug() {}, info() {}, warn: console.error, error: console.error };

/** `where` names a database as `openDatabase` takes it; an embedded one must not be in use. */
export async function withDatabase(where, work) {
  const { openDatabase } = await import(pathToFileURL(path.join(ROOT, '.build/server/database.mjs')).href);
  const db = await openDatabase({ ...where, maintenance: false, limits: { statementMs: 0 } }, log);
  try {
    return await db.patiently(() => work(db));
  } finally {
    await db.close();
  }
}

function database(command, file, env) {
  const { status, stderr } = spawnSync(process.execPath, ['tools/start/database.mjs', command, file], { env: { ...process.env, ...env }, encoding: 'utf8' });
  if (status !== 0) throw new Error(`database ${command} failed:\n${stderr}`);
}

/** Of what twenty facilities have after ten years: on PostgreSQL the first one, with half of it, has 68 treatments a day. */
const CARE_SHARE = { full: 1 / 5, small: 1 / 100 };

/** @returns seconds */
async function fill(where, statements) {
  const began = performance.now();
  await withDatabase(where, async (db) => {
    for (const part of statements) await db.script(`${SETTINGS}; ${part}`);
    await db.script(STATISTICS);
  });
  return (performance.now() - began) / 1_000;
}

/** Both readers look over both databases; data authorisation of the full one is that of the little one. */
const addReaders = async (where) =>
  await withDatabase(where, async (db) => {
    for (const part of readers()) await db.script(part);
  });

/** Makes what a folder lacks; the mark is written last, so that what was interrupted is made anew. @returns seconds of the fill, 0 for one that was kept */
async function onceIn(folder, mark, make) {
  const file = path.join(folder, mark);
  if (existsSync(file)) return 0;
  const seconds = await make();
  writeFileSync(file, `${seconds.toFixed(0)} s\n`);
  return seconds;
}

/** A data folder with the demo: made on the embedded engine alone, moved from there. */
async function demoIn(folder) {
  const dataDir = path.join(folder, 'little');
  if (!existsSync(path.join(folder, 'demo.nephra'))) {
    rmSync(dataDir, { recursive: true, force: true });
    await (await startSystem({ dataDir })).stop();
    database('export', path.join(folder, 'demo.nephra'), { DATA_DIR: dataDir });
  }
  return dataDir;
}

/** @returns for `little` and `full`: where the database is and how a system over it is started */
export async function embeddedPlaces(folder) {
  mkdirSync(folder, { recursive: true });
  const places = Object.fromEntries(
    ['little', 'full'].map((name) => {
      const dataDir = path.join(folder, name);
      return [name, { where: { kind: 'embedded', dataDir }, system: { dataDir } }];
    }),
  );
  const bills = await onceIn(folder, 'filled', async () => {
    const little = await demoIn(folder);
    rmSync(places.full.system.dataDir, { recursive: true, force: true });
    cpSync(little, places.full.system.dataDir, { recursive: true });
    await addReaders(places.little.where);
    return await fill(places.full.where, fillStatements(SMALL));
  });
  const care = await onceIn(folder, 'filled-care', () => fill(places.full.where, careFillStatements(CARE_SHARE.small)));
  return { ...places, seconds: bills + care };
}

/** @param url of any database of the server; two others are made beside it */
export async function postgresPlaces(url, folder) {
  mkdirSync(folder, { recursive: true });
  const onServer = (name) => url.replace('/postgres?', `/${name}?`);
  const places = Object.fromEntries(
    ['little', 'full'].map((name) => [
      name,
      {
        where: { kind: 'postgres', url: onServer(name) },
        system: { dataDir: path.join(folder, `data-${name}`), env: { DATABASE_URL: onServer(name), DEMO_DATA: '' } },
      },
    ]),
  );
  const bills = await onceIn(folder, 'filled', async () => {
    await demoIn(folder);
    for (const name of ['little', 'full']) {
      // One statement each: a database is not made within a transaction.
      await withDatabase({ kind: 'postgres', url }, (db) => db.pool.use(({ client }) => client.query(`drop database if exists "${name}"`)));
      await withDatabase({ kind: 'postgres', url }, (db) => db.pool.use(({ client }) => client.query(`create database "${name}"`)));
      database('import', path.join(folder, 'demo.nephra'), { DATABASE_URL: onServer(name) });
    }
    await addReaders(places.little.where);
    return await fill(places.full.where, fillStatements(FULL));
  });
  // A folder that was filled when there were bills alone gets the rest.
  const care = await onceIn(folder, 'filled-care', () => fill(places.full.where, careFillStatements(CARE_SHARE.full)));
  return { ...places, seconds: bills + care };
}

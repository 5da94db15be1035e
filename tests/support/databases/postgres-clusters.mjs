import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accessSync, chownSync, constants, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { IN_USE_MS, templateFolder } from './template-folder.mjs';

export const PACKAGE_ROOT = '/usr/lib/postgresql';

/** Folder with initdb and postgres: newest packaged version first, then PATH. */
export function binaries() {
  const packaged = existsSync(PACKAGE_ROOT)
    ? readdirSync(PACKAGE_ROOT)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => path.join(PACKAGE_ROOT, version, 'bin'))
    : [];
  const inPath = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return [...packaged, ...inPath].find((folder) => ['initdb', 'postgres'].every((name) => isExecutable(path.join(folder, name))));
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** `postgres (PostgreSQL) 15.18` as part of a name: 15.18. */
export function versionOf(bin) {
  const told = spawnSync(path.join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout ?? '';
  return told.replace(/[^\d.]+/g, '-').replace(/^-|-$/g, '');
}

/** Data folders of PostgreSQL that begin a test server: `empty` saves running initdb, `templates` also holds databases by the hash of their content. */
const nameOf = (bin, kind) => `postgres-${versionOf(bin)}-${kind}-`;

const ageOf = (folder) => Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0);

const UNFINISHED = '.unfinished';

/** Kept ones, newest first. */
function keptClusters(prefix, folder = templateFolder) {
  try {
    return readdirSync(folder)
      .filter((name) => name.startsWith(prefix) && !name.endsWith(UNFINISHED))
      .map((name) => path.join(folder, name))
      .sort((a, b) => ageOf(a) - ageOf(b));
  } catch {
    return [];
  }
}

/** Takes its name away first: a run that is killed in between leaves no half of a cluster that looks like a whole one. */
function drop(cluster) {
  const nameless = cluster.endsWith(UNFINISHED) ? cluster : `${cluster}${UNFINISHED}`;
  if (cluster !== nameless) renameSync(cluster, nameless);
  rmSync(nameless, { recursive: true, force: true });
}

/** What a server needs before it says a word; without it, it ends and is started again until the time is over. */
const isWhole = (data) => ['PG_VERSION', 'global/pg_control', 'pg_wal'].every((file) => existsSync(path.join(data, file)));

/** The files go to the account that the server runs as. */
function give(folder, { uid, gid }) {
  if (uid === undefined) return;
  chownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) give(place, { uid, gid });
    else chownSync(place, uid, gid);
  }
}

/**
 * Fills `data` with the cluster in `from`, else with the newest kept one of this kind, else with a new one.
 * @returns what went wrong, empty when nothing did
 */
export function takeCluster({ bin, home, data, account, kind, from = '', folder = templateFolder }) {
  if (account.uid !== undefined) chownSync(home, account.uid, account.gid);
  if (from) {
    cpSync(from, data, { recursive: true });
    give(data, account);
    return '';
  }
  for (const kept of [...keptClusters(nameOf(bin, kind), folder), ...keptClusters(nameOf(bin, 'empty'), folder)]) {
    try {
      if (!isWhole(kept)) {
        drop(kept);
        continue;
      }
      cpSync(kept, data, { recursive: true });
      utimesSync(kept, new Date(), new Date());
      give(data, account);
      return '';
    } catch {
      // Another run dropped it meanwhile; what was copied is thrown away.
      rmSync(data, { recursive: true, force: true });
    }
  }
  mkdirSync(data, { mode: 0o700 });
  give(data, account);
  const words = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  const initdb = spawnSync(path.join(bin, 'initdb'), words, { ...account, cwd: home, encoding: 'utf8' });
  if (initdb.status !== 0) return `initdb failed: ${initdb.stderr || initdb.error}`;
  keep(data, nameOf(bin, 'empty'));
  return '';
}

/** Keeps the data folder of a server that has ended cleanly for the runs to come. */
export function keepCluster({ bin, data, folder = templateFolder }) {
  keep(data, nameOf(bin, 'templates'), folder);
}

function keep(data, prefix, folder = templateFolder) {
  const kept = path.join(folder, `${prefix}${randomBytes(4).toString('hex')}`);
  const unfinished = `${kept}${UNFINISHED}`;
  try {
    mkdirSync(folder, { recursive: true });
    cpSync(data, unfinished, { recursive: true });
    renameSync(unfinished, kept);
    utimesSync(kept, new Date(), new Date());
  } catch (error) {
    // A full disk costs the next run some seconds, not this one its result.
    rmSync(unfinished, { recursive: true, force: true });
    process.stderr.write(`The test databases were not kept: ${error.message}\n`);
    return;
  }
  const dead = readdirSync(folder).filter((name) => name.startsWith('postgres-') && name.endsWith(UNFINISHED));
  for (const older of [...keptClusters(prefix, folder).slice(1), ...dead.map((name) => path.join(folder, name))]) {
    if (ageOf(older) <= IN_USE_MS) continue;
    try {
      drop(older);
    } catch {
      // Another run dropped it meanwhile.
    }
  }
}

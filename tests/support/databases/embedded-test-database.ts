import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { EmbeddedDatabase, openMemory } from '../../../shell/server/db/embedded/open-embedded.ts';
import { CHECKPOINT_WITH_SHORT_LOG } from '../../../shell/server/db/embedded/short-log.ts';
import type { EmbeddedEngine } from '../../../shell/server/db/embedded/embedded-engine.ts';
import { type Database, type DatabaseLimits, openDatabase } from '../../../shell/server/db/index.ts';
import { type Baseline, restore, takeBaseline } from './restore-database.ts';
import { silentLog } from '../silent-log.ts';
import { keptTemplate } from './template-cache.ts';

const engineFolder = (): string => dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
const engineVersion = (): string => (JSON.parse(readFileSync(join(engineFolder(), '..', 'package.json'), 'utf8')) as { version: string }).version;

let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * Holds the engine's program as long as this thread lives. The process keeps one machine code per program that somebody holds: without it
 * every database of a test compiles its engine anew and runs it in slow, first-tier code.
 */
async function keepEngineCompiled(): Promise<void> {
  compiled ??= WebAssembly.compile(readFileSync(join(engineFolder(), 'pglite.wasm')));
  await compiled;
}

/** Content alone does not say how much of its log a snapshot holds. */
const FORM = createHash('sha256').update(CHECKPOINT_WITH_SHORT_LOG).digest('hex').slice(0, 4);

async function snapshotFile(content: string, base: Uint8Array | undefined, fill: (db: Database) => Promise<void>): Promise<string> {
  return await keptTemplate(`embedded-${engineVersion()}-${FORM}-${content}.tar`, async (unfinished) => {
    const db = await openDatabase({ kind: 'memory', snapshot: base }, silentLog);
    try {
      await fill(db);
      writeFileSync(unfinished, await db.snapshot());
    } finally {
      await db.close();
    }
  });
}

/** File of an empty database, to open an embedded one on disk quickly (`baseSnapshot`). */
export async function emptySnapshotFile(): Promise<string> {
  await keepEngineCompiled();
  return await snapshotFile('empty', undefined, async () => {});
}

interface IdleEngine {
  readonly content: string;
  readonly engine: EmbeddedEngine;
  readonly baseline: Baseline;
}

/** Starting an engine takes most of a second, so those of closed databases wait here for the next test of this thread. */
// waits: the engines of a thread are brought back to their template before each use
const idle: IdleEngine[] = [];
const MAX_IDLE = 2;

const overEngine = (engine: EmbeddedEngine): EmbeddedDatabase => new EmbeddedDatabase({ kind: 'memory' }, engine, {}, silentLog);

/** Connections are closed as in the product, so whoever still works with a closed database is refused; the engine goes on. */
function lend({ content, engine, baseline }: IdleEngine): Database {
  const db = overEngine(engine);
  let closed: Promise<void> | undefined;
  db.close = () => {
    closed ??= (async () => {
      await db.pool.close();
      if (engine.trouble !== '' || engine.restarts > 0) return await engine.close();
      idle.push({ content, engine, baseline });
      if (idle.length > MAX_IDLE) await idle.shift()?.engine.close();
    })();
    return closed;
  };
  return db;
}

async function takeIdle(content: string): Promise<Database | undefined> {
  const at = idle.findIndex((one) => one.content === content);
  const [found] = at === -1 ? [] : idle.splice(at, 1);
  if (!found) return undefined;
  const db = overEngine(found.engine);
  const baseline = await restore(db, found.baseline);
  await db.pool.close();
  if (baseline) return lend({ ...found, baseline });
  await found.engine.close();
  return undefined;
}

/** A database of the caller's own with the content of this template; an engine that another test has closed is brought back to it. */
export async function openOnEmbedded(content: string, fill: (db: Database) => Promise<void>, limits: DatabaseLimits | undefined): Promise<Database> {
  const kept = limits ? undefined : await takeIdle(content);
  if (kept) return kept;
  const empty = await emptySnapshotFile();
  const snapshot = readFileSync(await snapshotFile(content, readFileSync(empty), fill));
  const db = await openMemory({ kind: 'memory', snapshot, limits }, silentLog);
  if (limits) return db;
  const baseline = await takeBaseline(db);
  await db.pool.close();
  return lend({ content, engine: db.embedded, baseline });
}

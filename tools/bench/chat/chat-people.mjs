/** Accounts of people who talk, written into the database of servers that run, and their sessions. */
import { randomBytes, scryptSync } from 'node:crypto';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { signIn } from '../system.mjs';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const log = { debug() {}, info() {}, warn: console.error, error: console.error };
const PASSWORD = 'Bench2026';
const TRIES = 20;
const AGAIN_MS = 1_000;

export const personId = (at) => `bench-person-${at}`;

/** A hash that costs next to nothing: signing in is not what is measured. */
function cheapHash() {
  const salt = randomBytes(16);
  const key = scryptSync(createHash('md5').update(PASSWORD).digest('hex'), salt, 32, { N: 2, r: 8, p: 1 });
  return `scrypt$1$8$1$${salt.toString('base64')}$${key.toString('base64')}`;
}

/** Adds so many people to the place of the administrator, with no role at all: writing to each other asks for a session alone. */
export async function addPeople(url, count) {
  const { openDatabase } = await import(pathToFileURL(path.join(ROOT, '.build/server/database.mjs')).href);
  const db = await openDatabase({ kind: 'postgres', url }, log);
  try {
    await db.script(`
      insert into core.user_account (id, account, real_name, en_code, password_hash, password_changed_at, org_id, sort_code)
        select 'bench-person-' || n, 'bench-person-' || n, 'Person ' || n, 'bench-person-' || n, '${cheapHash()}', now(), admin.org_id, n
        from core.user_account as admin, generate_series(0, ${count - 1}) as n where admin.account = 'admin';
      insert into core.user_org (user_id, org_id, department_id, is_major)
        select id, org_id, null, true from core.user_account where account like 'bench-person-%' on conflict do nothing`);
  } finally {
    await db.close();
  }
}

/** A server that has just come back, on a machine that does much else, may say that it is busy. */
async function signInPatiently(urlOf, at) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await signIn(urlOf(at), personId(at), PASSWORD);
    } catch (error) {
      if (tries === TRIES) throw error;
      await pause(AGAIN_MS);
    }
  }
}

/** Sessions of all of them, `clients` at once. @returns what `signIn` answers, in their order */
export async function signInAll(urlOf, count, clients = 8) {
  const sessions = Array(count);
  let next = 0;
  const client = async () => {
    for (let at = next++; at < count; at = next++) sessions[at] = await signInPatiently(urlOf, at);
  };
  await Promise.all(Array.from({ length: clients }, client));
  return sessions;
}

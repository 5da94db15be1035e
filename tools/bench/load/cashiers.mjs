/** Cashiers of one facility, each with an account and a drawer of his own, written into the embedded database of a stopped system. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const log = { debug() {}, info() {}, warn: console.error, error: console.error };

/** Account of the n-th; all have the password of the demo account `cashier`, and its roles and places. */
export const cashierAccount = (at) => `bench-cashier-${at + 1}`;

const made = (at) => `'${cashierAccount(at)}'`;

/** Fills the database of a stopped system that holds the demo data. */
export async function addCashiers(dataDir, count) {
  const { openDatabase } = await import(pathToFileURL(path.join(ROOT, '.build/server/database.mjs')).href);
  const db = await openDatabase({ kind: 'embedded', dataDir }, log);
  const like = `(select id from core.user_account where account = 'cashier')`;
  try {
    for (let at = 0; at < count; at += 1) {
      await db.script(
        `insert into core.user_account (id, account, real_name, en_code, password_hash, password_changed_at, org_id, department_id, sort_code)
          select ${made(at)}, ${made(at)}, real_name, ${made(at)}, password_hash, password_changed_at, org_id, department_id, sort_code
          from core.user_account where account = 'cashier';
        insert into core.user_org (user_id, org_id, department_id, is_major) select ${made(at)}, org_id, department_id, is_major from core.user_org where user_id = ${like};
        insert into core.user_role (user_id, role_id) select ${made(at)}, role_id from core.user_role where user_id = ${like};
        insert into core.user_position (user_id, position_id) select ${made(at)}, position_id from core.user_position where user_id = ${like};
        insert into core.user_group_member (user_id, group_id) select ${made(at)}, group_id from core.user_group_member where user_id = ${like}`,
      );
    }
  } finally {
    await db.close();
  }
}

import { SITE_SCHEMA, type SiteTables } from '@nephra/plugin-sdk/server';
import type { Database } from '../database.ts';
import { checksumOf, lockLedger, writeLedger } from '../migrations.ts';

/** Who the changes belong to in the ledger; no plugin has this id, so none is asked whether it knows them. */
const OWNER = 'site';
const NUMBER_DIGITS = 6;
const MAX_NAME = 80;
const STATEMENT = /^(?:(?:create|alter|drop) table|comment on (?:table|column)) (?:only )?"site"\./;
/** The parts of a statement between literals and quoted names. */
const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"/g;

/** @throws Error for what is no single change of a table of the site */
export function assertSiteStatement(statement: string): void {
  if (!STATEMENT.test(statement) || /;|--|\/\*|\$/.test(statement.replace(QUOTED, ' '))) throw new Error('not a statement that changes a table of the site');
}

/** Changes of the site's tables, kept in the ledger so that an export can make them anew. */
export function siteTablesIn(db: Database): SiteTables {
  return {
    async change(name, statements) {
      if (!db.inTransaction()) throw new Error('Tables of the site are changed inside a transaction, with the rows that tell of them.');
      for (const statement of statements) assertSiteStatement(statement);
      const count = await lockLedger(db, OWNER);
      const sql = statements.join(';\n');
      await db.script(`create schema if not exists ${SITE_SCHEMA}`);
      await db.script(sql);
      const number = String(count + 1).padStart(NUMBER_DIGITS, '0');
      const words = `${number}-${name.replaceAll(/[^a-z0-9_]+/g, '-')}`.slice(0, MAX_NAME);
      await writeLedger(db, { plugin: OWNER, name: words, schema_name: SITE_SCHEMA, checksum: checksumOf(sql), sql, app_version: '' });
      db.afterCommit(() => db.schemaChanged());
    },
  };
}

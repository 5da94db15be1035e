import type { Kysely } from 'kysely';
import { openTestDatabase } from '../../../../tests/support/databases/test-database.ts';
import type { Database } from '../index.ts';

export interface BankTables {
  'bank.account': { id: number; balance: string };
  'bank.entry': { id: number; note: string };
}

const migrations = [
  {
    plugin: 'bank',
    schema: 'bank',
    migrations: [
      {
        name: '0001-bank',
        sql: `create table account (id integer primary key, balance numeric(12,2) not null check (balance >= 0));
          create table entry (id integer primary key, note text not null);`,
      },
    ],
  },
];

/** A database with accounts and entries. */
export const openBank = (): Promise<Database> => openTestDatabase(migrations, { limits: { acquireMs: 20_000 } });

/** @param database the one that is open while a test runs */
export function bankIn(database: () => Database) {
  const tables = (): Kysely<BankTables> => database().kyselyFor<BankTables>();
  return {
    tables,
    notes: async (): Promise<string[]> => (await tables().selectFrom('bank.entry').select('note').orderBy('id').execute()).map((row) => row.note),
    add: async (id: number, note: string): Promise<void> => {
      await tables().insertInto('bank.entry').values({ id, note }).execute();
    },
    empty: async (): Promise<void> => await database().script('delete from bank.entry; delete from bank.account'),
  };
}

/** Lets everybody else run. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

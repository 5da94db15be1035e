import type { Migration } from '../define-server-plugin.ts';

const NAME = /^(\d{4})-[a-z0-9-]+$/;

/**
 * What is wrong with the names of a folder's migrations, each file by its name; empty when they can be applied. They are named like `0001-first-tables` and their
 * numbers go up by one: two with one number may be two people's, and where one is missing somebody has not merged it.
 * @param names without `.sql`, in the order of names
 */
export function migrationNameProblems(names: readonly string[]): string[] {
  const problems: string[] = [];
  let before: { readonly name: string; readonly number: number } | undefined;
  for (const name of names) {
    const digits = NAME.exec(name)?.[1];
    if (digits === undefined) {
      problems.push(`${name}.sql: no name of a migration; they are named like 0001-first-tables.sql`);
      continue;
    }
    const number = Number(digits);
    const next = (before?.number ?? 0) + 1;
    if (before?.number === number) problems.push(`${before.name}.sql and ${name}.sql have one number; give the later one the next that is free`);
    else if (number !== next) {
      const missing = String(next).padStart(digits.length, '0');
      problems.push(`${name}.sql: ${missing} is missing before it; numbers begin at 0001 and go up by one`);
    }
    before = { name, number };
  }
  return problems;
}

/**
 * Migrations of a folder in the order of their names: what `import migrations from './migrations'` comes to. The builder and the test runner write the call;
 * it looks again when the server half is loaded, whoever has built it.
 * @param files name without `.sql` → text
 * @throws TypeError that names the files: two with one number, a gap, a name of another form
 */
export function folderMigrations(files: Readonly<Record<string, string>>): readonly Migration[] {
  const names = Object.keys(files).sort();
  const problems = migrationNameProblems(names);
  if (problems.length > 0) throw new TypeError(`migrations: ${problems.join('. ')}.`);
  return names.map((name) => ({ name, sql: files[name] ?? '' }));
}

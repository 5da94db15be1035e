import { describe, expect, it } from 'vitest';
import { folderMigrations, migrationNameProblems } from './folder-migrations.ts';

describe('migrations of a folder', () => {
  it('come in the order of their names', () => {
    expect(folderMigrations({ '0002-b': 'two', '0001-a': 'one' })).toEqual([
      { name: '0001-a', sql: 'one' },
      { name: '0002-b', sql: 'two' },
    ]);
    expect(folderMigrations({})).toEqual([]);
  });

  it.each([
    ['two with one number', ['0001-a', '0002-b', '0002-c'], '0002-b.sql and 0002-c.sql have one number; give the later one the next that is free'],
    ['a gap', ['0001-a', '0003-c', '0004-d'], '0003-c.sql: 0002 is missing before it; numbers begin at 0001 and go up by one'],
    ['no first', ['0002-b'], '0002-b.sql: 0001 is missing before it; numbers begin at 0001 and go up by one'],
    ['another form', ['0001-a', 'later'], 'later.sql: no name of a migration; they are named like 0001-first-tables.sql'],
  ])('%s is refused when they are loaded, the files named', (_what, names, sentence) => {
    expect(migrationNameProblems(names)).toEqual([sentence]);
    expect(() => folderMigrations(Object.fromEntries(names.map((name) => [name, ''])))).toThrow(sentence);
  });
});

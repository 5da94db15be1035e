import { describe, expect, test } from 'vitest';
import { StatementNames } from './statement-names.ts';

describe('names of prepared statements', () => {
  test('a text gets its name on the second use and keeps it', () => {
    const names = new StatementNames(true);
    expect(names.nameFor('select 1')).toBeUndefined();
    const name = names.nameFor('select 1');
    expect(name).toMatch(/^n0_[0-9a-f]{24}$/);
    expect(names.nameFor('select 1')).toBe(name);
  });

  test('after a schema change every text gets another name', () => {
    const names = new StatementNames(true);
    const twice = (): string | undefined => [names.nameFor('select 1'), names.nameFor('select 1')][1];
    const before = twice();
    names.advance();
    const after = twice();
    expect(after).toBeDefined();
    expect(after).not.toBe(before);
  });

  test('neither bulk texts nor ever new texts fill the memory of the server', () => {
    const names = new StatementNames(true);
    const bulk = `insert ${'x'.repeat(9_000)}`;
    names.nameFor(bulk);
    expect(names.nameFor(bulk)).toBeUndefined();
    const named = new Set<string>();
    for (let round = 0; round < 2; round += 1) {
      for (let index = 0; index < 2_000; index += 1) {
        const name = names.nameFor(`select ${index}`);
        if (name) named.add(name);
      }
    }
    expect(named.size).toBe(500);
  });

  test('pages of lists, capped counts and keywords are planned with their values each time', () => {
    const names = new StatementNames(true);
    for (const text of [
      'select "a" from "t" order by "a" limit $1 offset $2',
      'select count(*) as total from (select 1 as "one" from "t" limit $2) as counted',
      'select "a" from "t" where "grams" @> $1::text[] limit $2',
    ]) {
      names.nameFor(text);
      expect(names.nameFor(text), text).toBeUndefined();
    }
    names.nameFor('select "a" from "t" where "id" = $1 limit $2');
    expect(names.nameFor('select "a" from "t" where "id" = $1 limit $2')).toBeDefined();
  });

  test('switched off, nothing is named', () => {
    const names = new StatementNames(false);
    names.nameFor('select 1');
    expect(names.nameFor('select 1')).toBeUndefined();
  });
});

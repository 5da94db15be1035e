import { expect, it } from 'vitest';
import { checksumOf, isUpToDate, type Ledger, notApplied, type PluginMigrations } from './migrations.ts';

const migration = (name: string, sql = `create table ward.${name.replaceAll('-', '_')} ();`) => ({ name, sql });
const ward = (...migrations: ReturnType<typeof migration>[]): PluginMigrations => ({ plugin: 'ward', schema: 'ward', migrations });
const [first, second] = [migration('0001-a'), migration('0002-b')];
const ledger: Ledger = new Map([['ward', new Map([first, second].map(({ name, sql }) => [name, `ward ${checksumOf(sql)}`]))]]);

it('has nothing to do when the ledger holds these migrations and no others', () => {
  expect(isUpToDate(ledger, ward(first, second))).toBe(true);
  expect(isUpToDate(new Map(), ward())).toBe(true);
});

it('looks closer at one that is new, was edited, is unknown here, or goes to another schema', () => {
  expect(isUpToDate(ledger, ward(first, second, migration('0003-c')))).toBe(false);
  expect(isUpToDate(ledger, ward(first, migration('0002-b', 'select 2')))).toBe(false);
  expect(isUpToDate(ledger, ward(first))).toBe(false);
  expect(isUpToDate(ledger, { ...ward(first, second), schema: 'patient' })).toBe(false);
  expect(isUpToDate(ledger, { ...ward(first, second), plugin: 'lab' })).toBe(false);
});

it('sees a text that was changed after it had been looked at', () => {
  const changing = { ...second };
  expect(isUpToDate(ledger, ward(first, changing))).toBe(true);
  changing.sql = 'select 2';
  expect(isUpToDate(ledger, ward(first, changing))).toBe(false);
});

it('says which of them nobody has read yet', () => {
  const edited = migration('0002-b', 'select 2');
  expect(notApplied(ledger, ward(first, edited, migration('0003-c'))).map(({ name }) => name)).toEqual(['0002-b', '0003-c']);
  expect(notApplied(ledger, { ...ward(first, second), schema: 'patient' })).toEqual([first, second]);
  expect(notApplied(ledger, { ...ward(first), plugin: 'lab' })).toEqual([first]);
});

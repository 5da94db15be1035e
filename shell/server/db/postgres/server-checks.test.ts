import { describe, expect, test } from 'vitest';
import { judgeServer, type ServerFacts } from './server-checks.ts';

const good: ServerFacts = {
  versionNumber: 150_018,
  settings: { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on', server_encoding: 'UTF8' },
  collation: 'C',
  maxConnections: 97,
};

describe('is this PostgreSQL server safe to use', () => {
  test('a safe one passes', () => {
    expect(judgeServer(good, 10)).toEqual({ refusals: [], warnings: [] });
  });

  test.each([
    [{ ...good, versionNumber: 140_012 }, /PostgreSQL 14 is too old/],
    [{ ...good, settings: { ...good.settings, fsync: 'off' } }, /setting fsync is "off" but must be "on"/],
    [{ ...good, settings: { ...good.settings, full_page_writes: 'off' } }, /full_page_writes/],
    [{ ...good, settings: { ...good.settings, synchronous_commit: 'off' } }, /synchronous_commit/],
    [{ ...good, settings: { ...good.settings, server_encoding: 'SQL_ASCII' } }, /server_encoding/],
  ])('an unsafe one is refused with a sentence', (facts, sentence) => {
    expect(judgeServer(facts, 10).refusals.join()).toMatch(sentence);
  });

  test('another sort order is only a warning', () => {
    const { refusals, warnings } = judgeServer({ ...good, collation: 'en_US.UTF-8' }, 10);
    expect(refusals).toEqual([]);
    expect(warnings[0]).toContain('en_US.UTF-8');
  });

  test('more connections than the server has are only a warning: a pooler may stand before it', () => {
    expect(judgeServer(good, 97).warnings).toEqual([]);
    expect(judgeServer(good, 98)).toEqual({ refusals: [], warnings: [expect.stringContaining('DATABASE_CONNECTIONS is 98, but the server admits 97')] });
  });
});

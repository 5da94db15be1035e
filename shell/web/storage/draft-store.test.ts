import { expect, test } from 'vitest';
import { DRAFT_LIFE_MS, draftsFor, dropSessionDrafts, sweepDrafts } from './draft-store.ts';
import { memoryStorage } from './memory-storage.ts';
import { openStorage } from './browser-storage.ts';

function setUp() {
  const area = memoryStorage();
  const storage = openStorage(() => area);
  const clock = { now: 1_000 };
  const drafts = (userId: string, plugin = 'pharmacy') => draftsFor(storage, { userId: () => userId, area: plugin }, () => clock.now);
  return { storage, clock, drafts };
}

test('a draft survives a new page and belongs to its user and plugin', () => {
  const { drafts } = setUp();
  drafts('u1').save('form', { note: '过敏', at: new Date(0), skip: undefined });
  expect(drafts('u1').load('form')).toEqual({ note: '过敏', at: '1970-01-01T00:00:00.000Z' });
  expect(drafts('u2').load('form')).toBeUndefined();
  expect(drafts('u1', 'charging').load('form')).toBeUndefined();
  drafts('u1').clear('form');
  expect(drafts('u1').load('form')).toBeUndefined();
});

test('nothing is kept for nobody', () => {
  const { drafts, storage } = setUp();
  drafts('').save('form', 1);
  expect(storage.names('draft:')).toEqual([]);
});

test('drafts end after a week and are swept away', () => {
  const { drafts, storage, clock } = setUp();
  drafts('u1').save('old', 1);
  clock.now += DRAFT_LIFE_MS + 1;
  drafts('u1').save('new', 2);
  expect(drafts('u1').load('old')).toBeUndefined();
  sweepDrafts(storage, clock.now);
  expect(storage.names('draft:')).toEqual(['draft:u1:pharmacy:new']);
});

test('which drafts wait: the own ones of one plugin that begin so, and none that outlived its time', () => {
  const { drafts, clock } = setUp();
  drafts('u1').save('rx:old', 1);
  clock.now += DRAFT_LIFE_MS + 1;
  for (const key of ['rx:1', 'rx:2', 'place']) drafts('u1').save(key, 1);
  drafts('u2').save('rx:3', 1);
  drafts('u1', 'patient').save('rx:4', 1);
  expect([...drafts('u1').keys('rx:')].sort()).toEqual(['rx:1', 'rx:2']);
});

test('what was kept for the session alone goes with it, of whichever plugin, and nothing else', () => {
  const { drafts, storage } = setUp();
  drafts('u1', 'chat').save('session:text:u2', 'half a sentence');
  drafts('u1').save('form', 1);
  drafts('u1').save('rx:session:1', 2);
  expect(drafts('u1', 'chat').load('session:text:u2')).toBe('half a sentence');
  dropSessionDrafts(storage);
  expect(drafts('u1', 'chat').keys('')).toEqual([]);
  expect([...drafts('u1').keys('')].sort()).toEqual(['form', 'rx:session:1']);
});

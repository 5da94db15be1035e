import { expect, test } from 'vitest';
import { openStorage } from '../../storage/browser-storage.ts';
import { memoryStorage } from '../../storage/memory-storage.ts';
import { isWebAddress, keepJourney, returnIn, takeJourney } from './provider-journey.ts';

test('an address counts as a return with a provider and a state alone; without a code the person gave up there', () => {
  expect(returnIn('?provider=wecom&code=C1&state=abc')).toEqual({ provider: 'wecom', code: 'C1', state: 'abc' });
  expect(returnIn('?provider=wecom&state=abc')).toEqual({ provider: 'wecom', code: '', state: 'abc' });
  for (const search of ['', '?redirect=/home', '?provider=wecom&code=C1', '?code=C1&state=abc', '?provider=../x&code=C1&state=abc'])
    expect(returnIn(search), search).toBeUndefined();
});

test('a journey is good once, and what somebody else wrote there is none', () => {
  const area = memoryStorage();
  const kept = openStorage(() => area);
  keepJourney(kept, { provider: 'wecom', nonce: 'n', search: '?redirect=/his' });
  expect([takeJourney(kept), takeJourney(kept)]).toEqual([{ provider: 'wecom', nonce: 'n', search: '?redirect=/his' }, undefined]);
  for (const value of ['text', 1, null, { provider: 'wecom', nonce: 1, search: '' }]) {
    kept.set('signInJourney', value);
    expect(takeJourney(kept), String(value)).toBeUndefined();
  }
});

test('only web addresses are gone to', () => {
  expect(['https://login.example/x', 'http://127.0.0.1:5092/y', 'javascript:alert(1)', '/login', ''].map(isWebAddress)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

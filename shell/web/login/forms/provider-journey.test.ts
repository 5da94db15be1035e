import { expect, test } from 'vitest';
import { isWebAddress, keepJourney, returnIn, takeJourney } from './provider-journey.ts';

const area = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
};

test('an address counts as a return with a provider and a state alone; without a code the person gave up there', () => {
  expect(returnIn('?provider=wecom&code=C1&state=abc')).toEqual({ provider: 'wecom', code: 'C1', state: 'abc' });
  expect(returnIn('?provider=wecom&state=abc')).toEqual({ provider: 'wecom', code: '', state: 'abc' });
  for (const search of ['', '?redirect=/home', '?provider=wecom&code=C1', '?code=C1&state=abc', '?provider=../x&code=C1&state=abc'])
    expect(returnIn(search), search).toBeUndefined();
});

test('a journey is good once, and what somebody else wrote there is none', () => {
  const tab = area();
  keepJourney({ provider: 'wecom', nonce: 'n', search: '?redirect=/his' }, tab);
  expect([takeJourney(tab), takeJourney(tab)]).toEqual([{ provider: 'wecom', nonce: 'n', search: '?redirect=/his' }, undefined]);
  for (const text of ['{', '1', 'null', '{"provider":"wecom","nonce":1,"search":""}']) {
    tab.setItem('signInJourney', text);
    expect(takeJourney(tab), text).toBeUndefined();
  }
});

test('only web addresses are gone to', () => {
  expect(['https://login.example/x', 'http://127.0.0.1:5092/y', 'javascript:alert(1)', '/login', ''].map(isWebAddress)).toEqual([true, true, false, false, false]);
});

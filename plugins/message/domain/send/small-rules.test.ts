import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import zhtw from '../../locales/zhtw.json' with { type: 'json' };
import { roomNow } from './channel-room.ts';
import { channelsFor } from './chosen-channels.ts';
import { maskedAddress } from './masked-address.ts';
import { MAX_TRIES, pauseAfter } from './pauses.ts';

it('urgencies are called as the specification calls them', () => {
  const words = [zh, zhtw, en].map(({ urgency: { normal, important, urgent } }) => [normal, important, urgent]);
  expect(words).toEqual([
    ['普通', '重要', '紧急'],
    ['普通', '重要', '緊急'],
    ['Normal', 'Important', 'Urgent'],
  ]);
});

describe('ways of a message', () => {
  const known = ['mail', 'sms'];
  it.each([
    ['those of the kind', { channels: ['mail'], required: false }, { chosen: undefined, ofSite: undefined }, ['product', 'mail']],
    ['those of the site go before the kind', { channels: ['mail'], required: false }, { chosen: undefined, ofSite: ['sms'] }, ['sms']],
    ['those that the person chose go before both', { channels: ['mail'], required: false }, { chosen: ['product'], ofSite: ['sms'] }, ['product']],
    ['none at all, where a person wants none', { channels: ['mail'], required: false }, { chosen: [], ofSite: undefined }, []],
    ['a required one is in the product whatever was chosen', { channels: [], required: true }, { chosen: ['sms'], ofSite: ['mail'] }, ['product', 'sms']],
    ['a way that is not there is left out', { channels: ['wecom'], required: false }, { chosen: undefined, ofSite: undefined }, ['product']],
  ])('%s', (_name, kind, given, ways) => expect(channelsFor(kind, { ...given, known })).toEqual(ways));
});

it('pauses grow, and end', () => {
  const pauses = Array.from({ length: MAX_TRIES - 1 }, (_, at) => pauseAfter(at + 1) ?? 0);
  expect(pauses.every((pause, at) => pause > (pauses[at - 1] ?? 0))).toBe(true);
  expect(pauseAfter(MAX_TRIES)).toBeUndefined();
});

it.each([
  ['zhang@example.org', 'z***@example.org'],
  ['13800001234', '138****1234'],
  ['+8613800001234', '+86138****1234'],
  ['abc', 'a***'],
  ['', ''],
])('%s is shown as %s', (address, shown) => expect(maskedAddress(address)).toBe(shown));

it('never lets more tries begin within a minute, nor at the same time, than allowed, and says when there is room again', () => {
  const moments = fc.array(fc.integer({ min: 0, max: 200_000 }), { maxLength: 30 });
  fc.assert(
    fc.property(moments, fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 10 }), (began, perMinute, atOnce) => {
      const now = 200_000;
      const { room, waitMs } = roomNow(began, now, { perMinute, atOnce });
      const recent = began.filter((moment) => moment > now - 60_000).length;
      expect(room).toBe(Math.max(0, Math.min(atOnce, perMinute - recent)));
      if (room === 0) expect(roomNow(began, now + waitMs, { perMinute, atOnce }).room).toBeGreaterThan(0);
    }),
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memoryStorage } from './memory-storage.ts';
import { decodeStored, encodeStored, openStorage } from './browser-storage.ts';

describe('[9-15] keys and values', () => {
  test('keys carry the prefix jnpf_, values their type', () => {
    const area = memoryStorage();
    const storage = openStorage(() => area);
    storage.set('token', 'Bearer x');
    storage.set('sidebarStatus', 0);
    storage.set('tagsView', true);
    storage.set('sysConfig', { sysName: 'N' });
    storage.set('list', [1]);
    storage.set('nothing', null);
    expect(Object.fromEntries(Object.keys(area).map((key) => [key, area.getItem(key)]))).toEqual({
      jnpf_token: 'Bearer x|String',
      jnpf_sidebarStatus: '0|Number',
      jnpf_tagsView: 'true|Boolean',
      jnpf_sysConfig: '{"sysName":"N"}|Object',
      jnpf_list: '[1]|Array',
      jnpf_nothing: 'null|Null',
    });
    expect([storage.getText('token'), storage.getNumber('sidebarStatus'), storage.getFlag('tagsView')]).toEqual(['Bearer x', 0, true]);
    expect(storage.getText('sidebarStatus')).toBeUndefined();
    expect(storage.names('s')).toEqual(['sidebarStatus', 'sysConfig']);
  });

  test('every value comes back as it went in, texts with bars too', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null), fc.array(fc.string())),
        (value) => {
          const back = decodeStored(encodeStored(value));
          expect(back).toEqual(Object.is(value, -0) ? 0 : value);
        },
      ),
    );
  });

  test.each(['', 'plain', 'x|Unknown', 'nope|Number', '|Number', '{|Object'])('text in another form (%j) counts as missing', (stored) => {
    expect(decodeStored(stored)).toBeUndefined();
  });
});

test('a browser that forbids storage still remembers until the page closes', () => {
  const storage = openStorage(() => {
    throw new Error('denied');
  });
  storage.set('size', 'mini');
  expect(storage.getText('size')).toBe('mini');
  storage.remove('size');
  expect(storage.getText('size')).toBeUndefined();
});

test('a full storage keeps the newest value in memory', () => {
  const area = memoryStorage();
  const storage = openStorage(
    () =>
      new Proxy(area, {
        get: (target, name) =>
          name === 'setItem'
            ? () => {
                throw new Error('quota');
              }
            : Reflect.get(target, name),
      }),
  );
  storage.set('draft:1', 'text');
  expect(storage.getText('draft:1')).toBe('text');
});

import { expect, it } from 'vitest';
import { addressList } from './address-list.ts';

const LIST = '10.1.0.0/16, 192.168.1.7\n2001:db8::/48；172.16.0.1\n\n';

it.each([
  ['10.1.200.9', true],
  ['::ffff:10.1.200.9', true],
  ['10.2.0.1', false],
  ['192.168.1.7', true],
  ['192.168.1.8', false],
  ['172.16.0.1', true],
  ['2001:db8::7', true],
  ['2001:db9::7', false],
  ['', false],
  ['unknown', false],
])('%s is on the list: %s', (ip, on) => expect(addressList(LIST).holds(ip)).toBe(on));

it('counts what is on it; blank lines are nothing', () => {
  expect(addressList(LIST)).toMatchObject({ entries: 4, wrong: undefined });
  expect(addressList(' \n,;\n')).toMatchObject({ entries: 0, wrong: undefined });
});

it.each([
  ['10.1.0.0/16\n10.2.0.0/33', 2, '10.2.0.0/33'],
  ['10.1.0.0/16\r\n\r\nsomewhere', 3, 'somewhere'],
  ['10.1.0.0-10.1.0.9', 1, '10.1.0.0-10.1.0.9'],
  ['10.1.*.*\nnowhere', 1, '10.1.*.*'],
  ['2001:db8::/129', 1, '2001:db8::/129'],
  ['10.1.0.0/', 1, '10.1.0.0/'],
])('%j is wrong in line %i', (text, line, wrong) => expect(addressList(text).wrong).toEqual({ line, text: wrong }));

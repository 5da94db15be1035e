import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressClass } from './address-class.ts';

describe('where addresses lead', () => {
  it.each([
    ['public', '1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255 169.255.0.0'],
    ['public', '172.15.255.255 172.32.0.0 191.255.255.255 192.167.255.255 192.169.0.0 223.255.255.255 2606:4700:4700::1111 240e::1 2400:3200::1'],
    ['own', '127.0.0.1 127.255.255.254 10.0.0.0 10.255.255.255 172.16.0.0 172.31.255.255 192.168.0.1 192.168.255.255'],
    ['own', '100.64.0.0 100.127.255.255 ::1 fc00::1 fd12:3456::1 fdff:ffff::1'],
    ['never', '0.0.0.0 0.1.2.3 169.254.0.1 169.254.169.254 169.254.255.255 192.0.0.192 192.0.2.1 198.18.0.1 198.51.100.7 203.0.113.7'],
    ['never', '224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 100.100.100.200 168.63.129.16 192.88.99.1'],
    ['never', ':: fe80::1 febf::1 fec0::1 ff02::1 ff0e::1 2001:db8::1 2001::1 2002:7f00:1:: 3fff::1 64:ff9b::7f00:1 64:ff9b:1::1 100::1 5f00::1'],
    ['never', '::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1 ::127.0.0.1 ::2 fd00:ec2::254 fd20:ce::254'],
    ['never', '127.1 2130706433 0x7f000001 0177.0.0.1 1.2.3.4.5 256.1.1.1 localhost [::1] fe80::1%eth0 2606::1%1 gateway.example'],
  ] as const)('%s: %s', (kind, list) => {
    for (const address of [...list.split(' '), ...(kind === 'never' ? [''] : [])]) expect([address, addressClass(address)]).toEqual([address, kind]);
  });

  it('every IPv4 address in the dress of an IPv6 one is refused', () => {
    fc.assert(fc.property(fc.ipV4(), (address) => addressClass(`::ffff:${address}`) === 'never' && addressClass(`64:ff9b::${address}`) === 'never'));
  });
});

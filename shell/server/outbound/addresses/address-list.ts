import { BlockList, isIP } from 'node:net';
import type { AddressList } from '@nephra/plugin-sdk/server';
import { isNetwork } from './network-names.ts';

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
/** An IPv4 address as sockets for both families tell it. */
const bare = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/i, '');

/** Reads addresses and networks, one or several a line, apart by commas, semicolons or blanks: `10.1.0.0/16, 192.168.1.7`, `2001:db8::/48`. */
export function addressList(text: string): AddressList {
  const list = new BlockList();
  let entries = 0;
  let wrong: AddressList['wrong'];
  for (const [index, line] of text.split('\n').entries()) {
    for (const part of line.split(/[,;\s，；]/).filter(Boolean)) {
      if (!isNetwork(part)) {
        wrong ??= { line: index + 1, text: part.slice(0, 60) };
        continue;
      }
      const [address = '', bits] = part.split('/');
      if (bits === undefined) list.addAddress(bare(address), familyOf(bare(address)));
      else list.addSubnet(address, Number(bits), familyOf(address));
      entries += 1;
    }
  }
  return {
    wrong,
    entries,
    holds(ip) {
      const address = bare(ip);
      return isIP(address) !== 0 && list.check(address, familyOf(address));
    },
  };
}

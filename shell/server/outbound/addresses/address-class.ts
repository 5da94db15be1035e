import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * Where an address leads.
 * - `own`: this computer or the network of the house. Reached only where the site says so.
 * - `never`: link-local and metadata services, several at once, nobody, or an IPv4 address in the dress of an IPv6 one.
 */
export type AddressClass = 'public' | 'own' | 'never';

const listOf = (...ranges: readonly `${string}/${number}`[]): BlockList => {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits = ''] = range.split('/');
    list.addSubnet(address, Number(bits), isIPv4(address) ? 'ipv4' : 'ipv6');
  }
  return list;
};

const NEVER_4 = listOf(
  '0.0.0.0/8',
  '169.254.0.0/16',
  '192.0.0.0/24', // protocol assignments; one cloud's metadata service is 192.0.0.192
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3', // several at once, reserved, broadcast
  '100.100.100.200/32', // metadata service inside the range of carriers
  '168.63.129.16/32', // a cloud's host service at a public address
);
const OWN_4 = listOf('127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10');

const NEVER_6 = listOf(
  '2001::/23', // tunnels and protocol assignments
  '2001:db8::/32',
  '2002::/16', // holds an IPv4 address
  '3fff::/20',
  'fd00:ec2::254/128', // metadata service inside the range of own networks
  'fd20:ce::254/128',
);
const OWN_6 = listOf('::1/128', 'fc00::/7');
const PUBLIC_6 = listOf('2000::/3');

/** @param address as `URL.hostname` or a name service gives it, without brackets; anything that is no address is `never` */
export function addressClass(address: string): AddressClass {
  if (isIPv4(address)) {
    if (NEVER_4.check(address)) return 'never';
    return OWN_4.check(address) ? 'own' : 'public';
  }
  if (!isIPv6(address) || address.includes('%')) return 'never';
  // A list of Node's also finds IPv4 ranges in `::ffff:a.b.c.d`; all of `::/96` but the loop address falls through to `never` here.
  if (NEVER_6.check(address, 'ipv6')) return 'never';
  if (OWN_6.check(address, 'ipv6')) return 'own';
  return PUBLIC_6.check(address, 'ipv6') ? 'public' : 'never';
}

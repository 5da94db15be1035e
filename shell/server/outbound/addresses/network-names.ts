import { BlockList, isIP } from 'node:net';

/** A network of the organisation and what people call it. */
export interface NamedNetwork {
  /** `10.1.0.0/16`, `2001:db8::/48`, or one address. */
  readonly cidr: string;
  readonly name: string;
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whether a text names a network. */
export function isNetwork(cidr: string): boolean {
  const [address = '', bits, ...rest] = cidr.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && most > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
}

function holds(cidr: string, ip: string): boolean {
  const [address = '', bits] = cidr.split('/');
  const list = new BlockList();
  if (bits === undefined) list.addAddress(address, familyOf(address));
  else list.addSubnet(address, Number(bits), familyOf(address));
  return list.check(ip, familyOf(ip));
}

/** Name of the first network that holds an address; empty for places that nobody named. */
export function networkName(ip: string, networks: readonly NamedNetwork[]): string {
  const bare = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(bare) === 0 ? '' : (networks.find(({ cidr }) => holds(cidr, bare))?.name ?? '');
}

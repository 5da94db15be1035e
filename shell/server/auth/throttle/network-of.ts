/**
 * What counts as one place: an IPv4 address, or the first 64 bits of an IPv6 one, because a household has more of these than can be counted.
 * @param ip as the HTTP server saw it; anything else is its own place. Who broke off before the server looked has none
 */
export function networkOf(ip: string | undefined): string {
  if (ip === undefined) return '';
  const bare = (ip.split('%', 1)[0] ?? '').toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  if (!bare.includes(':')) return bare;
  const [head = '', tail] = bare.split('::', 2);
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length);
  const groups = [...front, ...Array.from({ length: zeros }, () => '0'), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/** As much of an address as tells its owner which one it is: `z***@example.org`, `138****1234`. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  if (at > 0) return `${address.slice(0, 1)}***${address.slice(at)}`;
  if (address.length < 8) return address === '' ? '' : `${address.slice(0, 1)}***`;
  return `${address.slice(0, -8)}****${address.slice(-4)}`;
}

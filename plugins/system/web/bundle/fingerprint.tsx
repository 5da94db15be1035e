/** Signs of one group: what one reads out before the other one nods. */
const GROUP = 4;

/** A fingerprint as two people compare it by telephone. */
export function Fingerprint({ value }: { readonly value: string }) {
  const groups = Array.from({ length: Math.ceil(value.length / GROUP) }, (_, at) => value.slice(at * GROUP, (at + 1) * GROUP));
  return <code className="sys-fingerprint">{groups.join(' ')}</code>;
}

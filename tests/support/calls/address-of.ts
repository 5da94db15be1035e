import type { Call } from './id-places.ts';
import type { BoundRoute } from '../../../shell/server/http/pipeline/bound-route.ts';

/** Address of a call that reads, with its query. */
export function addressOf({ route }: BoundRoute, { params, query }: Call): string {
  const values = (params ?? {}) as Record<string, unknown>;
  const address = route.path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(values[name] ?? 'missing')));
  const pairs = Object.entries((query ?? {}) as Record<string, unknown>).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return pairs.length > 0 ? `${address}?${pairs.join('&')}` : address;
}

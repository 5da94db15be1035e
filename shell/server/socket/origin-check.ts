/**
 * True when a socket may be opened from a page of this origin: the host that was called, or one that the configuration
 * names. Whole origins are compared, never beginnings of text.
 */
export function originAllowed(origin: string | undefined, host: string | undefined, allowed: readonly string[]): boolean {
  if (!origin || !URL.canParse(origin)) return false;
  const parsed = new URL(origin);
  if (parsed.origin === 'null') return false;
  if (allowed.includes(parsed.origin)) return true;
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') return false;
  return host !== undefined && parsed.host === host.toLowerCase();
}

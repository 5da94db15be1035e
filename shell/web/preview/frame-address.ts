/**
 * The address as a frame may load it: a web address, absolute or of our own origin. Anything else counts as no address, because a
 * `javascript:` or `data:` text in a frame would run as ours.
 */
export function frameAddress(answer: string, origin: string): string | undefined {
  const text = answer.trim();
  if (text === '' || !URL.canParse(text, origin)) return undefined;
  const url = new URL(text, origin);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
}

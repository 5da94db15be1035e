/** Base address of a service or a site without a slash at its end; undefined for what is none, or carries a password, a query or a fragment. */
export function baseAddress(text: string): string | undefined {
  const typed = text.trim();
  if (!/^https?:\/\//i.test(typed) || !URL.canParse(typed)) return undefined;
  const url = new URL(typed);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return undefined;
  return `${url.origin}${url.pathname.replace(/\/{1,10}$/, '')}`;
}

/** Scheme and host alone; undefined for anything with a path. */
export function siteOrigin(text: string): string | undefined {
  const base = baseAddress(text);
  return base !== undefined && base === new URL(base).origin ? base : undefined;
}

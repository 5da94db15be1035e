/** Where to go after sign-in: the `redirect` of the login address, but only to a path of this application. */
export function redirectTarget(search: string): string {
  const wanted = new URLSearchParams(search).get('redirect') ?? '';
  // `//host`, `/\host` and control characters lead a browser elsewhere although they start with a slash.
  if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wanted)) return '/home';
  const url = new URL(wanted, 'http://own.invalid');
  if (url.origin !== 'http://own.invalid') return '/home';
  const path = url.pathname + url.search;
  // Dots are gone by now: `/.//host` was a path and has become a host.
  if (path.startsWith('//')) return '/home';
  return /^\/(login|jump|lockScreen)(\/|\?|$)/.test(path) || path === '/' ? '/home' : path;
}

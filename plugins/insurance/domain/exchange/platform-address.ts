import { withoutTrailing } from '@nephra/plugin-sdk/contract';

/**
 * The one way an address is written: http or https, no user, no query, no slash at its end. Undefined for anything else, also for texts that only
 * become an address by decoding, backslashes or dots in the path.
 */
export function platformAddress(text: string): string | undefined {
  const given = text.trim();
  if (!/^https?:\/\/[^\s\\%?#@/][^\s\\%?#@]*$/i.test(given) || /\/\.{1,2}(\/|$)/.test(given) || !URL.canParse(given)) return undefined;
  const { protocol, username, password, search, hash, origin, pathname } = new URL(given);
  if (!/^https?:$/.test(protocol) || username || password || search || hash || pathname.includes('//')) return undefined;
  return withoutTrailing(`${origin}${pathname}`, '/');
}

/** Origin of an address, as registry.json lists it; the text itself when it is none. */
export function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}

/** Whether somebody who names `given` means this connection: the same origin and path, letter for letter after reading both. */
export const isSameAddress = (given: string, baseUrl: string): boolean => {
  const [one, other] = [platformAddress(given), platformAddress(baseUrl)];
  return one !== undefined && one === other;
};

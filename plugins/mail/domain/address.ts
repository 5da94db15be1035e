import { oneLine } from './header-text.ts';

export interface Address {
  readonly name: string;
  readonly address: string;
}

const MAX_ADDRESS = 254;
const MAX_NAME = 100;
const FORM = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}[A-Za-z0-9-]{2,63}$/;

export const isMailAddress = (text: string): boolean => text.length <= MAX_ADDRESS && FORM.test(text) && !text.includes('..') && !/^\.|\.@/.test(text);

/** `林医生 <doctor@mail.example>` or an address alone; undefined for anything else, so that nothing but one address is ever handed to a server. */
export function readAddress(text: string): Address | undefined {
  const [, name = '', inside] = /^(.{0,200}?)<([^<>]{1,320})>$/.exec(text.trim()) ?? [];
  const address = (inside ?? text).trim();
  if (!isMailAddress(address)) return undefined;
  return { name: oneLine(name.replace(/["<>]+/g, ' '), MAX_NAME), address };
}

/** As people type and read it. */
export const addressText = ({ name, address }: Address): string => (name === '' || name === address ? address : `${name} <${address}>`);

/** Several as people type them: separated by commas, semicolons or ends of lines, of both scripts. */
export const splitAddresses = (text: string): string[] =>
  text
    .split(/[,;，；\n]+/)
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** Each address once, capitals aside, those left out that stand in `without`. */
export function distinct(addresses: readonly Address[], without: readonly string[] = []): Address[] {
  const seen = new Set(without.map((one) => one.toLowerCase()));
  return addresses.filter(({ address }) => {
    const key = address.toLowerCase();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

import { withoutTrailing } from '@nephra/plugin-sdk/contract';
import { allowedOrigin } from '../outbound/addresses/origin.ts';
import { isNetwork, type NamedNetwork } from '../outbound/addresses/network-names.ts';
import { keyOf } from '../secrets/secret-key.ts';

/** One environment variable: how its text is read, and what it means to whoever installs the system. */
export interface Setting<T> {
  readonly name: string;
  /** Text that stands in when the variable is absent or empty. */
  readonly fallback: string;
  /** One sentence for the table in the README. */
  readonly meaning: string;
  /** Never printed with its value. */
  readonly secret?: true;
  /** @throws Error whose message completes "NAME must be …". */
  readonly parse: (text: string) => T;
}

export const setting = <T>(definition: Setting<T>): Setting<T> => definition;

export const text = (value: string): string => value;

export function integer(min: number, max: number): (text: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^-?\d+$/.test(value) || number < min || number > max) throw new Error(`a whole number from ${min} to ${max}`);
    return number;
  };
}

/** Absent = undefined: something else decides. */
export const optional =
  <T>(parse: (text: string) => T): ((text: string) => T | undefined) =>
  (value) =>
    value === '' ? undefined : parse(value);

export function oneOf<const Choice extends string>(...choices: readonly Choice[]): (text: string) => Choice {
  return (value) => {
    const found = choices.find((choice) => choice === value);
    if (found === undefined) throw new Error(`one of ${choices.join(', ')}`);
    return found;
  };
}

export function someOf<const Choice extends string>(...choices: readonly Choice[]): (text: string) => readonly Choice[] {
  const one = oneOf(...choices);
  return (value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
      .map((part) => {
        try {
          return one(part);
        } catch {
          throw new Error(`a comma-separated list of ${choices.join(', ')}`);
        }
      });
}

export const list = (value: string): readonly string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

export const flag = (value: string): boolean => {
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  throw new Error('true or false');
};

/** Empty, or an http(s) address; the trailing slash is dropped. */
export const address = (value: string): string => {
  if (value === '') return '';
  const parsed = URL.canParse(value) ? new URL(value) : undefined;
  if (!parsed || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) throw new Error('empty or an address such as https://reports.example.org');
  return withoutTrailing(value, '/');
};

export const addresses = (value: string): readonly string[] =>
  list(value).map((part) => {
    try {
      return new URL(address(part)).origin;
    } catch {
      throw new Error('a comma-separated list of addresses such as https://his.example.org');
    }
  });

/** Empty, or `postgres://…`. */
export const databaseUrl = (value: string): string => {
  if (value === '' || /^postgres(ql)?:\/\/[^\s]+$/.test(value)) return value;
  throw new Error('empty or an address such as postgres://user:secret@host:5432/nephra');
};

/** Empty, or 32 bytes in base64. */
export const secretKey = (value: string): string => {
  if (value === '' || keyOf(value)) return value;
  throw new Error('empty or 32 bytes in base64, as `openssl rand -base64 32` writes them');
};

/** Empty, or letters that a header can hold. */
export const bearerToken = (value: string): string => {
  if (value === '' || /^[\w.~+/=-]{16,200}$/.test(value)) return value;
  throw new Error('empty or 16 to 200 letters, digits and the signs . _ ~ + / = -');
};

/** `origin` or `pluginId=origin`, comma-separated. */
export const origins = (value: string): readonly string[] =>
  list(value).map((part) => {
    allowedOrigin(part.replace(/^[^=:/]+=/, ''));
    return part;
  });

export const namedNetworks = (value: string): readonly NamedNetwork[] =>
  list(value).map((part) => {
    const at = part.indexOf('=');
    const [cidr, name] = [part.slice(0, Math.max(0, at)).trim(), part.slice(at + 1).trim()];
    if (at < 0 || name === '' || !isNetwork(cidr)) throw new Error('a comma-separated list of networks with their names such as 10.1.0.0/16=广州中心');
    return { cidr, name };
  });

import { FLAGS, KEPT, PICTURES, SECRETS, TEXT_LENGTHS, WHOLE_BOUNDS } from '../../contract/config/config-limits.ts';

type Value = string | number | boolean | null;
type Values = Readonly<Record<string, Value>>;

/** What is wrong with a value: key of a text below `errors`, with its parameters. */
export interface Complaint {
  readonly name: string;
  readonly key: string;
  readonly params: Readonly<Record<string, string | number>>;
}

export interface ConfigChange {
  /** Null takes a value back. */
  readonly values: Values;
  readonly complaints: readonly Complaint[];
}

const bounds: Readonly<Record<string, readonly [number, number]>> = WHOLE_BOUNDS;
const lengths: Readonly<Record<string, number>> = TEXT_LENGTHS;
const flags: readonly string[] = FLAGS;
const pictures: readonly string[] = PICTURES;
const kept: readonly string[] = KEPT;

/** Members that a change may name besides secrets. */
export const CONFIG_MEMBERS: readonly string[] = [
  ...Object.keys(lengths),
  ...Object.keys(bounds),
  ...flags,
  ...pictures,
  'singleLogin',
  'lockType',
  'sysVersion',
  ...kept,
];

/** Numbers are sent as texts by some clients, switches as booleans by others. */
function inOneSpelling(name: string, value: Value): Value {
  if (value === null || kept.includes(name)) return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (name in bounds || flags.includes(name) || name === 'lockType') {
    const trimmed = String(value).trim();
    // An empty field means what an absent value does.
    if (trimmed === '') return null;
    return /^-?\d{1,9}(?:\.\d+)?$/.test(trimmed) ? Number(trimmed) : trimmed;
  }
  return String(value).trim();
}

const HOST = /^[A-Za-z0-9](?:[A-Za-z0-9.:_-]{0,251}[A-Za-z0-9])?$/;
const MAIL = /^[^\s@<>",;]{1,64}@[A-Za-z0-9.-]{1,190}$/;
const hosts: readonly string[] = ['emailSmtpHost', 'emailPop3Host'];

/** Whether a text is one address of a mailbox. */
export const isMailAddress = (text: string): boolean => MAIL.test(text);

const CONTROL = /\p{Cc}/u;

function flaw(name: string, value: string | number | boolean): Omit<Complaint, 'name'> | undefined {
  const range = bounds[name];
  if (range) {
    const [min, max] = range;
    const fits = typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
    return fits ? undefined : { key: 'config-range', params: { min, max } };
  }
  if (flags.includes(name)) return value === 0 || value === 1 ? undefined : { key: 'config-flag', params: {} };
  if (name === 'lockType') return value === 1 || value === 2 ? undefined : { key: 'config-choice', params: {} };
  if (name === 'singleLogin') return value === '1' || value === '2' ? undefined : { key: 'config-choice', params: {} };
  const text = String(value);
  const most = lengths[name];
  if (most !== undefined && text.length > most) return { key: 'config-long', params: { max: most } };
  if (name !== 'whiteListIp' && CONTROL.test(text)) return { key: 'config-line', params: {} };
  if (hosts.includes(name) && text !== '' && !HOST.test(text)) return { key: 'config-host', params: {} };
  if (name === 'companyEmail' && text !== '' && !isMailAddress(text)) return { key: 'config-mail', params: {} };
  return undefined;
}

/**
 * What a request changes of what is in force. A value that is in force already is no change, so that a whole configuration that was read can be sent back.
 * @param fixed name to variable; empty variable: of the product
 */
export function configChange(given: Readonly<Record<string, Value | undefined>>, inForce: Values, fixed: Readonly<Record<string, string>>): ConfigChange {
  const values: Record<string, Value> = {};
  const complaints: Complaint[] = [];
  for (const name of CONFIG_MEMBERS) {
    const sent = given[name];
    if (sent === undefined) continue;
    const value = inOneSpelling(name, sent);
    if (value === (inForce[name] ?? null)) continue;
    const variable = fixed[name];
    if (variable !== undefined) {
      complaints.push({ name, key: variable === '' ? 'config-product' : 'config-fixed', params: { variable } });
      continue;
    }
    const wrong = value === null ? undefined : flaw(name, value);
    if (wrong) complaints.push({ name, ...wrong });
    else values[name] = value;
  }
  return { values, complaints };
}

/** Where a password goes: to another place it is typed again. */
const MAIL_PLACE: readonly string[] = ['emailSmtpHost', 'emailSmtpPort', 'emailAccount'];
export const changesMailPlace = (changed: Values): boolean => MAIL_PLACE.some((name) => name in changed);

/** Secrets that a request sets (a text) or removes (null). */
export const sentSecrets = (given: Readonly<Record<string, unknown>>): Record<string, string | null> =>
  Object.fromEntries(
    SECRETS.flatMap((name) => {
      const value = given[name];
      return value === null || (typeof value === 'string' && value !== '') ? [[name, value]] : [];
    }),
  );

import type { SiteValue, SiteValues } from '@nephra/plugin-sdk/server';
import type { Config } from '../config/index.ts';

/** A member of the configuration that the page may adjust, unless its variable says something. */
interface Adjustable {
  /** On the wire (wire facts 15). */
  readonly name: string;
  readonly variable: string;
  readonly member: keyof Config;
  /** What a kept value means here; undefined for one that means nothing, so that the installation's own is in force. */
  readonly read: (value: SiteValue | undefined) => unknown;
  /** The value as the wire spells it. */
  readonly show: (config: Config) => SiteValue;
}

type Kind<T> = { readonly read: (value: SiteValue | undefined) => T | undefined; readonly show: (value: T) => SiteValue };

const text: Kind<string> = { read: (value) => (typeof value === 'string' ? value : undefined), show: (value) => value };
const flag: Kind<boolean> = { read: (value) => (value === 1 ? true : value === 0 ? false : undefined), show: (value) => (value ? 1 : 0) };
const whole = (min: number, max: number): Kind<number> => ({
  read: (value) => (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : undefined),
  show: (value) => value,
});
/** `'1'`: a new sign-in ends the older ones; `'2'`: several devices at a time. */
const device: Kind<boolean> = { read: (value) => (value === '1' ? true : value === '2' ? false : undefined), show: (value) => (value ? '1' : '2') };

type MembersOf<T> = { [K in keyof Config]: Config[K] extends T ? (T extends Config[K] ? K : never) : never }[keyof Config];

function adjustable<T>(name: string, variable: string, member: MembersOf<T>, kind: Kind<T>): Adjustable {
  return { name, variable, member, read: kind.read, show: (config) => kind.show(config[member] as T) };
}

const ADJUSTABLE: readonly Adjustable[] = [
  adjustable('sysName', 'SYS_NAME', 'sysName', text),
  adjustable('companyName', 'COMPANY_NAME', 'companyName', text),
  adjustable('copyright', 'COPYRIGHT', 'copyright', text),
  adjustable('loginIcon', 'LOGIN_ICON', 'loginIcon', text),
  adjustable('navigationIcon', 'NAVIGATION_ICON', 'navigationIcon', text),
  adjustable('logoIcon', 'LOGO_ICON', 'logoIcon', text),
  adjustable('appIcon', 'APP_ICON', 'appIcon', text),
  adjustable('singleLogin', 'SINGLE_LOGIN', 'singleLogin', device),
  adjustable('tokenTimeout', 'SESSION_IDLE_MINUTES', 'sessionIdleMinutes', whole(2, 10_080)),
  adjustable('passwordErrorsNumber', 'LOGIN_FAILURES_ALLOWED', 'loginFailuresAllowed', whole(1, 100)),
  adjustable('lockTime', 'LOGIN_WAIT_MINUTES', 'loginWaitMinutes', whole(1, 1440)),
  adjustable('enableVerificationCode', 'LOGIN_NEED_CODE', 'loginNeedCode', flag),
  adjustable('fileQuotaMb', 'FILE_QUOTA_MB', 'fileQuotaMb', whole(0, 10_000_000)),
  adjustable('lastLoginTimeSwitch', 'LAST_LOGIN_NOTICE', 'lastLoginNotice', flag),
];

/** Name on the wire to the variable that fixes it. */
export const fixedIn = (config: Config): Readonly<Record<string, string>> =>
  Object.fromEntries(ADJUSTABLE.filter(({ variable }) => config.given.has(variable)).map(({ name, variable }) => [name, variable]));

/** The adjustable members as a configuration has them, spelled for the wire. */
export const adjustableValues = (config: Config): SiteValues => Object.fromEntries(ADJUSTABLE.map(({ name, show }) => [name, show(config)]));

/**
 * The configuration with what the page says in place of defaults; the environment goes before it. Members are looked up when they are read: keep the object,
 * no copy of it.
 */
export function adjustedConfig(given: Config, kept: () => SiteValues): Config {
  const adjusted = { ...given };
  for (const { name, variable, member, read } of ADJUSTABLE) {
    if (given.given.has(variable)) continue;
    Object.defineProperty(adjusted, member, { enumerable: true, get: () => read(kept()[name]) ?? given[member] });
  }
  return adjusted;
}

import type { Mail, MailServer, Secrets, SiteConfig, SiteConfigRow } from '@nephra/plugin-sdk/server';
import type { Config } from '../config/index.ts';
import type { StoredSiteConfig } from '../core/setting-store.ts';
import { addressList } from '../outbound/addresses/address-list.ts';
import { adjustableValues, fixedIn } from './adjustable.ts';
import { CAPTCHA_LENGTH, type SiteConfigStore } from './site-config-store.ts';

export interface SiteConfigParts {
  readonly store: SiteConfigStore;
  /** As the environment and its defaults say. */
  readonly given: Config;
  /** With what the page says. */
  readonly config: Config;
  readonly secrets: Secrets;
  readonly isPicture: (address: string) => Promise<boolean>;
  readonly sendMail: (server: MailServer, mail: Mail) => Promise<void>;
}

const shown = ({ revision, values, secrets }: StoredSiteConfig): SiteConfigRow => ({ revision, values, secrets: Object.keys(secrets) });

/** What the page alone says: no variable has it. */
const PAGE_DEFAULTS = { sysDescription: '', verificationCodeNumber: CAPTCHA_LENGTH, lockType: 2, whitelistSwitch: 0, whiteListIp: '' } as const;

/** Entries without those that are null. */
const kept = <T>(entries: Readonly<Record<string, T | null>>): Record<string, T> =>
  Object.fromEntries(Object.entries(entries).filter((entry): entry is [string, T] => entry[1] !== null));

/** `core.site-config@1` of the shell. */
export function siteConfigOf({ store, given, config, secrets, isPicture, sendMail }: SiteConfigParts): SiteConfig {
  return {
    inForce: () => {
      const own = Object.entries(PAGE_DEFAULTS).map(([name, value]) => [name, store.values[name] ?? value]);
      return { ...Object.fromEntries(own), ...adjustableValues(config) };
    },
    byDefault: () => ({ ...PAGE_DEFAULTS, ...adjustableValues(given) }),
    fixed: () => fixedIn(given),
    read: async () => shown(await store.read()),
    lock: async () => shown(await store.lock()),
    async change(change) {
      const before = await store.lock();
      const sealed = Object.entries(change.secrets).map(([name, value]) => [name, value === null ? null : secrets.seal(value)] as const);
      const next = {
        revision: before.revision + 1,
        values: kept({ ...before.values, ...change.values }),
        secrets: kept({ ...before.secrets, ...Object.fromEntries(sealed) }),
      };
      await store.write(next);
      return next.revision;
    },
    async secret(name) {
      const sealed = (await store.read()).secrets[name];
      if (sealed === undefined) return undefined;
      try {
        return secrets.open(sealed);
      } catch {
        // The key of the installation is another one: whoever needs it is asked to type it again.
        return undefined;
      }
    },
    addressList,
    isPicture,
    sendMail,
  };
}

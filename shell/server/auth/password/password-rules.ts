import type { PasswordPolicy, PasswordRuleName } from '@nephra/plugin-sdk/contract';
import { type PasswordSettings, passwordPolicyOf } from '../../config/index.ts';
import type { SettingStore } from '../../core/setting-store.ts';

/** A rule that the set-up page offers, with the numbers that it has on this site. */
export interface OfferedRule {
  readonly name: PasswordRuleName;
  readonly policy: PasswordPolicy;
}

/**
 * Which rule new passwords follow: the configured one, else the one that was chosen on the set-up page, else that of the specification. The
 * choice lies in the database; every node reads it there with the first call into a session.
 */
export class PasswordRules {
  readonly #config: PasswordSettings;
  readonly #settings: SettingStore;
  #chosen: PasswordRuleName | undefined;

  constructor(config: PasswordSettings, settings: SettingStore) {
    this.#config = config;
    this.#settings = settings;
  }

  /** The rule as this node knows it. */
  get current(): PasswordPolicy {
    return passwordPolicyOf(this.#config, this.#chosen);
  }

  /** Tells this node what stands in the database. */
  learn(chosen: PasswordRuleName | undefined): void {
    this.#chosen = chosen;
  }

  /** The rule as it stands in the database. */
  async read(): Promise<PasswordPolicy> {
    this.learn(await this.#settings.get('passwordPolicy'));
    return this.current;
  }

  /** What the set-up page offers, the proposed one first; a site that has configured its rule is asked nothing. */
  get offered(): OfferedRule[] {
    const names: readonly PasswordRuleName[] = this.#config.passwordPolicy ? [this.#config.passwordPolicy] : ['level3', 'specification'];
    return names.map((name) => ({ name, policy: passwordPolicyOf(this.#config, name) }));
  }

  /** The rule of a choice that is not made yet. @param wanted absent for older clients: the specification's */
  offeredAs(wanted: PasswordRuleName | undefined): OfferedRule {
    const name = this.#config.passwordPolicy || (wanted ?? 'specification');
    return { name, policy: passwordPolicyOf(this.#config, name) };
  }

  /** Keeps the choice. Call inside the transaction that sets the administrator's password. */
  async choose(name: PasswordRuleName): Promise<void> {
    await this.#settings.set('passwordPolicy', name);
  }
}

import { type PasswordPolicy, passwordFlaw } from '@nephra/plugin-sdk/contract';

export interface PasswordFields {
  readonly old: string;
  readonly next: string;
  readonly again: string;
}

export const EMPTY_PASSWORDS: PasswordFields = { old: '', next: '', again: '' };

/** What is wrong with a field: a text key, or `rule` = the policy's own sentence. */
export type PasswordErrors = Partial<Record<keyof PasswordFields, string>>;
export const RULE = 'rule';

/** What the screen can check of a change of password (spec 5, and the site's policy). */
export function passwordErrors({ old, next, again }: PasswordFields, policy: PasswordPolicy): PasswordErrors {
  const errors: PasswordErrors = {};
  if (old === '') errors.old = 'password.oldMissing';
  if (next === '') errors.next = 'password.nextMissing';
  else if (passwordFlaw(next, policy) !== undefined) errors.next = RULE;
  else if (next === old) errors.next = 'password.same';
  if (again !== next) errors.again = 'password.differs';
  return errors;
}

import { isPassword } from '@nephra/plugin-sdk/contract';

export interface PasswordFields {
  readonly old: string;
  readonly next: string;
  readonly again: string;
}

export const EMPTY_PASSWORDS: PasswordFields = { old: '', next: '', again: '' };

export type PasswordErrors = Partial<Record<keyof PasswordFields, string>>;

/** Text keys of what is wrong, by field (spec 5: 6-16 letters and digits, both kinds). */
export function passwordErrors({ old, next, again }: PasswordFields): PasswordErrors {
  const errors: PasswordErrors = {};
  if (old === '') errors.old = 'password.oldMissing';
  if (!isPassword(next)) errors.next = next === '' ? 'password.nextMissing' : 'password.rule';
  else if (next === old) errors.next = 'password.same';
  if (again !== next) errors.again = 'password.differs';
  return errors;
}

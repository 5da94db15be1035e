import { type PasswordPolicy, passwordFlaw } from '../../../../plugin-sdk/contract/access/password-policy.ts';
import type { FieldErrors } from '../login-rule.ts';

export interface SetupFields {
  readonly setupCode: string;
  readonly password: string;
  readonly again: string;
}

/** Instead of a text key: the sentence of the site's policy. */
export const RULE = 'rule';

export function setupErrors({ setupCode, password, again }: SetupFields, policy: PasswordPolicy): FieldErrors<SetupFields> {
  return {
    ...(setupCode.trim() === '' ? { setupCode: 'setup.codeTip' } : {}),
    ...(passwordFlaw(password, policy) === undefined ? {} : { password: RULE }),
    ...(again === password ? {} : { again: 'setup.differs' }),
  };
}

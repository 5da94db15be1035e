import { isEmail, isMobile } from '@nephra/plugin-sdk/contract';

/** What a person may change in their own file. */
export interface BaseInfoFields {
  readonly gender: string;
  readonly mobilePhone: string;
  readonly email: string;
}

export type BaseInfoErrors = Partial<Record<keyof BaseInfoFields, string>>;

/** Text keys of what is wrong, by field (spec 5); empty is allowed. */
export function baseInfoErrors({ mobilePhone, email }: BaseInfoFields): BaseInfoErrors {
  return {
    ...(mobilePhone === '' || isMobile(mobilePhone) ? {} : { mobilePhone: 'profile.mobileWrong' }),
    ...(email === '' || isEmail(email) ? {} : { email: 'profile.emailWrong' }),
  };
}

/** Wire codes: 1 male, 2 female, anything else unknown. */
export const genderKey = (code: string): 'male' | 'female' | 'unknown' => (code === '1' ? 'male' : code === '2' ? 'female' : 'unknown');

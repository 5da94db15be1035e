import { isAccount, isDigits, isEmail, isIdCard, isMobile } from '@nephra/plugin-sdk/contract';
import { USER_LENGTHS } from '../../contract/user/user-limits.ts';

/** What can be checked of a user without looking at others. */
export interface CheckedUser {
  readonly account: string;
  readonly realName: string;
  readonly enCode: string;
  readonly mobilePhone: string;
  readonly email: string;
  readonly certificatesType: string;
  readonly certificatesNumber: string;
}

/** Key of the sentence below `errors.permission`, and the field it is about. */
export interface UserProblem {
  readonly field: keyof CheckedUser;
  readonly key: 'user-account' | 'user-name' | 'user-code' | 'user-mobile' | 'user-email' | 'user-idcard';
}

/** Letters of any language, digits and the signs of `mobile@account`; no blanks, so that nobody signs in under a look-alike. */
const isAccountName = (text: string): boolean => isAccount(text) && !text.includes(' ') && [...text].length <= USER_LENGTHS.account;

/** Everything that is wrong with a user by itself, in the order of the form (spec 5). Empty texts are right where they are not required. */
export function checkUser(user: CheckedUser): UserProblem[] {
  const problems: UserProblem[] = [];
  const complain = (field: UserProblem['field'], key: UserProblem['key'], right: boolean): void => {
    if (!right) problems.push({ field, key });
  };
  complain('account', 'user-account', isAccountName(user.account));
  complain('realName', 'user-name', isAccount(user.realName) && [...user.realName].length <= USER_LENGTHS.realName);
  complain('enCode', 'user-code', user.enCode === '' || isDigits(user.enCode));
  complain('mobilePhone', 'user-mobile', user.mobilePhone === '' || isMobile(user.mobilePhone));
  complain('email', 'user-email', user.email === '' || isEmail(user.email));
  complain('certificatesNumber', 'user-idcard', user.certificatesType !== 'idCard' || user.certificatesNumber === '' || isIdCard(user.certificatesNumber));
  return problems;
}

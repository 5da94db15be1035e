// The file itself and not the door: this page is there before the shared modules of the frame are.
import { isMobile } from '../../../plugin-sdk/contract/checks/validation.ts';
import { md5 } from '../net/login/md5.ts';

export interface AccountFields {
  readonly account: string;
  readonly password: string;
  /** Captcha text; looked at only when a captcha is asked for. */
  readonly code: string;
}

export interface MobileFields {
  readonly mobile: string;
  readonly code: string;
}

/** Text keys of what is wrong, by field. */
export type FieldErrors<T> = Partial<Record<keyof T, string>>;

/** Prompts of spec 5. */
export function accountErrors({ account, password, code }: AccountFields, needsCode: boolean): FieldErrors<AccountFields> {
  return {
    ...(account.trim() === '' ? { account: 'login.accountTip' } : {}),
    ...(password === '' ? { password: 'login.passwordTip' } : {}),
    ...(needsCode && code.trim() === '' ? { code: 'login.codeTip' } : {}),
  };
}

export function mobileError(mobile: string): string | undefined {
  if (mobile.trim() === '') return 'login.mobile';
  return isMobile(mobile.trim()) ? undefined : 'login.rightMobile';
}

export function mobileErrors({ mobile, code }: MobileFields): FieldErrors<MobileFields> {
  const wrong = mobileError(mobile);
  return { ...(wrong === undefined ? {} : { mobile: wrong }), ...(code.trim() === '' ? { code: 'login.codeTip' } : {}) };
}

/** Constants of every log-in call (wire facts, section 2). */
const CLIENT = { client_id: 'admin', client_secret: '123456', scope: 'all' } as const;

/** Form fields of a log-in by password: account trimmed, password as md5 (spec 5, 7.2). @param proof what was worked for the picture; empty without one */
export const passwordLogin = ({ account, password, code }: AccountFields, captchaKey: string, proof: string): Record<string, string> => ({
  account: account.trim(),
  password: md5(password),
  origin: 'password',
  code: code.trim(),
  timestamp: captchaKey,
  ...CLIENT,
  grant_type: 'password',
  ...(proof === '' ? {} : { proof }),
});

/** Form fields of a log-in by the code that was sent to a mobile phone. */
export const mobileLogin = ({ mobile, code }: MobileFields): Record<string, string> => ({
  account: mobile.trim(),
  password: '',
  origin: 'code',
  code: code.trim(),
  timestamp: '',
  ...CLIENT,
  grant_type: 'sms_code',
});

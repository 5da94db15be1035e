import { FLAGS, KEPT, PICTURES } from '../../../contract/config/config-limits.ts';
import type { FileValue } from '../bundle-file.ts';

/** Members of the configuration that go along, in the order of their page. `whitelistSwitch` does not: a list that nobody looked at would lock a site out. */
export const CARRIED_MEMBERS = [
  ...['sysName', 'sysDescription', 'copyright'],
  ...['companyName', 'companyCode', 'companyContacts', 'companyTelePhone', 'companyEmail', 'companyAddress'],
  ...['tokenTimeout', 'singleLogin', 'lastLoginTimeSwitch', 'passwordErrorsNumber', 'lockType', 'lockTime'],
  ...['enableVerificationCode', 'verificationCodeNumber', 'whiteListIp'],
  ...['emailSmtpHost', 'emailSmtpPort', 'emailSsl', 'emailSenderName', 'emailAccount'],
  'fileQuotaMb',
] as const;

/** Members that mean something at their site alone, or nothing to this system: a bundle names those that are there. */
export const STAYING_MEMBERS: readonly string[] = [...PICTURES, ...KEPT, 'emailPop3Host', 'emailPop3Port'];

const flags: readonly string[] = FLAGS;
const CHOICES: readonly string[] = ['singleLogin', 'lockType'];
const isOn = (value: FileValue): boolean => value === 1 || value === true;

/** A value as a bundle says it, so that one column of a preview can word it: switches as true or false, choices with their member, `lockType.1`. */
export function configEntry(name: string, value: string | number | boolean | null): string | number | boolean | null {
  if (value === null) return null;
  if (flags.includes(name)) return isOn(value);
  return CHOICES.includes(name) ? `${name}.${value}` : value;
}

/** What `configEntry` was made of, as the call of the page takes it. A choice of another member stays as it is, and the page's rules refuse it. */
export function configOfEntry(name: string, value: string | number | boolean | null): string | number | boolean | null {
  if (!CHOICES.includes(name) || typeof value !== 'string' || !value.startsWith(`${name}.`)) return value;
  return value.slice(name.length + 1);
}

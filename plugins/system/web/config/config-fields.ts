import type { WebContext } from '@nephra/plugin-sdk/web';
import type { Field, FormItem } from '@nephra/plugin-sdk/widgets';
import type { ConfigView } from '../../contract/config/config.contract.ts';
import { FLAGS, MAX_KEPT, MAX_SECRET, PICTURES, TEXT_LENGTHS, WHOLE_BOUNDS } from '../../contract/config/config-limits.ts';
import { type ConfigForm, SHOWN_SECRETS, SMS_TEXTS, TEXT_NAMES } from './config-form.ts';

export const SECTIONS = ['basic', 'appearance', 'security', 'mail', 'sms'] as const;
export type Section = (typeof SECTIONS)[number];

type Name = keyof ConfigForm;
type Item = Name | { readonly group: string };

/** What stands in each part of the page, in its order. */
const CONTENT: Readonly<Record<Section, readonly Item[]>> = {
  basic: [
    ...(['sysName', 'sysDescription', 'copyright'] as const),
    { group: 'company' },
    ...(['companyName', 'companyCode', 'companyContacts', 'companyTelePhone', 'companyEmail', 'companyAddress'] as const),
  ],
  appearance: PICTURES,
  security: [
    { group: 'session' },
    ...(['tokenTimeout', 'singleLogin', 'lastLoginTimeSwitch'] as const),
    { group: 'failures' },
    ...(['passwordErrorsNumber', 'lockType', 'lockTime'] as const),
    { group: 'captcha' },
    ...(['enableVerificationCode', 'verificationCodeNumber'] as const),
    { group: 'list' },
    ...(['whitelistSwitch', 'whiteListIp'] as const),
    { group: 'files' },
    'fileQuotaMb',
  ],
  mail: [...(['emailSmtpHost', 'emailSmtpPort', 'emailSsl', 'emailSenderName', 'emailAccount', 'emailPassword', 'forgetEmailPassword'] as const)],
  sms: ['smsCompany', 'smsKeyId', 'smsKeySecret', 'forgetSmsKeySecret', 'smsSignName', 'smsTemplateId', 'smsAppId', 'region', 'domain', 'version'],
};

export const namesIn = (section: Section): readonly Name[] => CONTENT[section].filter((item): item is Name => typeof item === 'string');

const MINUTES: readonly string[] = ['tokenTimeout', 'lockTime'];
const WITHOUT_HELP: readonly string[] = [
  ...['companyCode', 'companyContacts', 'companyTelePhone', 'companyEmail', 'companyAddress'],
  ...['smsKeyId', 'smsSignName', 'domain', 'version', 'forgetEmailPassword', 'forgetSmsKeySecret'],
];
const includes = <T extends string>(names: readonly T[], name: string): name is T => (names as readonly string[]).includes(name);
const TENCENT = '2';

/** Fields of one part of the page. What the installation fixes is shown and cannot be changed. */
export function fieldsOf(section: Section, { t }: Pick<WebContext, 't'>, view: ConfigView, mayEdit: boolean): readonly FormItem<ConfigForm>[] {
  const of = (name: Name): Field<ConfigForm> => {
    const variable = view.fixed[name];
    const help =
      variable !== undefined ? t('config.fixedBy', { variable }) : WITHOUT_HELP.includes(name) ? undefined : t(`config.help.${name}`, { ip: view.ownAddress });
    const base = { label: t(`config.fields.${name}`), help, disabled: variable !== undefined || !mayEdit };
    const kept = (secret: string) => view.secretsSet.includes(secret);
    if (name === 'whiteListIp')
      return {
        ...base,
        kind: 'textarea',
        name,
        rows: 6,
        maxLength: TEXT_LENGTHS[name],
        span: 2,
        visible: (now) => now.whitelistSwitch || now.whiteListIp !== '',
      };
    if (includes(TEXT_NAMES, name))
      return { ...base, kind: 'text', name, maxLength: TEXT_LENGTHS[name], autoComplete: 'off', ...(name === 'companyAddress' && { span: 2 }) };
    // limit: each place shows one picture
    if (includes(PICTURES, name)) return { ...base, kind: 'images', name, max: 1 };
    if (includes(FLAGS, name)) return { ...base, kind: 'switch', name };
    if (includes(SHOWN_SECRETS, name))
      return { ...base, kind: 'password', name, maxLength: MAX_SECRET, autoComplete: 'new-password', placeholder: kept(name) ? t('config.secretKept') : '' };
    if (name === 'forgetEmailPassword') return { ...base, kind: 'switch', name, visible: () => kept('emailPassword') };
    if (name === 'forgetSmsKeySecret') return { ...base, kind: 'switch', name, visible: () => kept('smsKeySecret') };
    if (name === 'smsCompany') return { ...base, kind: 'radio', name, options: ['1', '2'].map((value) => ({ value, text: t(`config.company.${value}`) })) };
    if (includes(SMS_TEXTS, name))
      return {
        ...base,
        kind: 'text',
        name,
        maxLength: MAX_KEPT,
        autoComplete: 'off',
        ...(name === 'smsAppId' && { visible: (now: ConfigForm) => now.smsCompany === TENCENT }),
      };
    if (name === 'singleLogin') return { ...base, kind: 'radio', name, options: ['2', '1'].map((value) => ({ value, text: t(`config.device.${value}`) })) };
    if (name === 'lockType') return { ...base, kind: 'radio', name, options: [2, 1].map((value) => ({ value, text: t(`config.lock.${value}`) })) };
    const [min, max] = WHOLE_BOUNDS[name];
    return {
      ...base,
      kind: 'number',
      name,
      min: Math.min(min, view[name]),
      max,
      required: true,
      ...(MINUTES.includes(name) && { unit: t('config.minutes') }),
      ...(name === 'fileQuotaMb' && { unit: t('config.megabytes') }),
    };
  };
  return CONTENT[section].map((item) => (typeof item === 'string' ? of(item) : { kind: 'group', label: t(`config.groups.${item.group}`) }));
}

import type { UploadedFile } from '@nephra/plugin-sdk/contract';
import type { ConfigView } from '../../contract/config/config.contract.ts';
import { FLAGS, PICTURES, TEXT_LENGTHS, WHOLE_BOUNDS } from '../../contract/config/config-limits.ts';

type Text = keyof typeof TEXT_LENGTHS;
type Whole = keyof typeof WHOLE_BOUNDS;
type Picture = (typeof PICTURES)[number];
type Flag = (typeof FLAGS)[number];
/** Kept for messages to come; shown here as text. */
export const SMS_TEXTS = ['smsCompany', 'smsKeyId', 'smsSignName', 'smsTemplateId', 'smsAppId', 'domain', 'region', 'version'] as const;
type SmsText = (typeof SMS_TEXTS)[number];
export const SHOWN_SECRETS = ['emailPassword', 'smsKeySecret'] as const;
export type ShownSecret = (typeof SHOWN_SECRETS)[number];

/** What the page shows, in the shapes of its controls. Secrets are empty until somebody types one. */
export type ConfigForm = { [K in Text | SmsText | ShownSecret]: string } & { [K in Whole]: number } & { [K in Flag]: boolean } & {
  [K in Picture]: readonly UploadedFile[];
} & { singleLogin: string; lockType: number; forgetEmailPassword: boolean; forgetSmsKeySecret: boolean };

const pictureOf = (url: string): readonly UploadedFile[] => {
  const name = url.split('/').at(-1) ?? '';
  return url === '' ? [] : [{ name, fileId: name, url }];
};

const each = <Name extends string, T>(names: readonly Name[], of: (name: Name) => T): Record<Name, T> =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, T>; // the names are those of the list

export const TEXT_NAMES = Object.keys(TEXT_LENGTHS) as readonly Text[];
const WHOLE_NAMES = Object.keys(WHOLE_BOUNDS) as readonly Whole[];

export const formOf = (view: ConfigView): ConfigForm => ({
  ...each(TEXT_NAMES, (name) => view[name]),
  ...each(WHOLE_NAMES, (name) => view[name]),
  ...each(FLAGS, (name) => view[name] === 1),
  ...each(PICTURES, (name) => pictureOf(view[name])),
  ...each(SMS_TEXTS, (name) => String(view[name] ?? '')),
  ...each(SHOWN_SECRETS, () => ''),
  singleLogin: view.singleLogin,
  lockType: view.lockType,
  forgetEmailPassword: false,
  forgetSmsKeySecret: false,
});

const FORGET = { forgetEmailPassword: 'emailPassword', forgetSmsKeySecret: 'smsKeySecret' } as const;
const pictures: readonly string[] = PICTURES;

/** What somebody changed of `base`, as the wire spells it. */
export function changesOf(values: ConfigForm, base: ConfigForm): Record<string, string | number | null> {
  const changes: Record<string, string | number | null> = {};
  for (const [name, value] of Object.entries(values)) {
    if (JSON.stringify(value) === JSON.stringify(base[name as keyof ConfigForm])) continue;
    if (name in FORGET) changes[FORGET[name as keyof typeof FORGET]] = null;
    else if (pictures.includes(name)) changes[name] = (value as readonly UploadedFile[])[0]?.url ?? '';
    else if (typeof value === 'boolean') changes[name] = value ? 1 : 0;
    else changes[name] = value as string | number;
  }
  return changes;
}

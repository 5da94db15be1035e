import { type Language, withoutTrailing } from '@nephra/plugin-sdk/contract';
import type { FormItem } from '@nephra/plugin-sdk/widgets';
import type { ConnectionBody, ConnectionRow, RegionRow } from '../../contract/index.ts';
import { CONNECTION_LENGTHS, MAX_AREA } from '../../contract/limits.ts';
import type { Text } from '../parts/words.ts';

/** A connection as typed. `own.<key>` are the region's fields, `secret.<key>` those that never come back: empty = the stored one stays. */
export interface ConnectionForm {
  readonly region: string;
  readonly baseUrl: string;
  readonly fixmedinsCode: string;
  readonly fixmedinsName: string;
  readonly mdtrtareaAdmvs: string;
  readonly recerSysCode: string;
  readonly infver: string;
  readonly testRegion: boolean;
  readonly simulated: boolean;
  readonly enabled: boolean;
  readonly quotaDiseases: string;
  readonly takeBackStrangers: boolean;
  readonly [own: `own.${string}`]: string;
  readonly [secret: `secret.${string}`]: string;
}

export const formOf = (row: ConnectionRow, regions: readonly RegionRow[]): ConnectionForm => {
  const only = regions.length === 1 ? regions[0] : undefined;
  return {
    region: row.region || (only?.code ?? ''),
    baseUrl: row.baseUrl || (only?.defaultBaseUrl ?? ''),
    fixmedinsCode: row.fixmedinsCode,
    fixmedinsName: row.fixmedinsName || row.orgName,
    mdtrtareaAdmvs: row.mdtrtareaAdmvs,
    recerSysCode: row.recerSysCode,
    infver: row.infver || 'V1.0',
    testRegion: row.testRegion,
    simulated: row.simulated,
    enabled: row.enabled,
    quotaDiseases: row.quotaDiseases,
    takeBackStrangers: row.takeBackStrangers,
    ...Object.fromEntries(Object.entries(row.values).map(([key, value]) => [`own.${key}`, value])),
  };
};

/** Only the chosen region's fields go out, and only secrets that were typed. */
export function bodyOf(form: ConnectionForm, row: ConnectionRow, region: RegionRow | undefined): ConnectionBody {
  const fields = region?.fields ?? [];
  const values = fields.filter((one) => !one.secret).map((one) => [one.key, (form[`own.${one.key}`] ?? '').trim()] as const);
  const secrets = fields.filter((one) => one.secret && form[`secret.${one.key}`]).map((one) => [one.key, form[`secret.${one.key}`] ?? ''] as const);
  return {
    region: form.region,
    baseUrl: withoutTrailing(form.baseUrl.trim(), '/'),
    fixmedinsCode: form.fixmedinsCode.trim(),
    fixmedinsName: form.fixmedinsName.trim(),
    mdtrtareaAdmvs: form.mdtrtareaAdmvs.trim(),
    recerSysCode: form.recerSysCode.trim(),
    infver: form.infver.trim(),
    values: Object.fromEntries(values),
    secrets: Object.fromEntries(secrets),
    testRegion: form.testRegion,
    simulated: form.simulated,
    enabled: form.enabled,
    quotaDiseases: form.quotaDiseases.trim(),
    takeBackStrangers: form.takeBackStrangers,
    version: row.version,
  };
}

/** Fields of the dialog: the region first, because it decides the rest. */
export function connectionFields(t: Text, language: Language, row: ConnectionRow, regions: readonly RegionRow[], chosen: string): FormItem<ConnectionForm>[] {
  const region = regions.find((one) => one.code === chosen);
  return [
    {
      kind: 'select',
      name: 'region',
      label: t('setup.region'),
      required: true,
      placeholder: t(regions.length > 0 ? 'setup.chooseRegion' : 'setup.noRegion'),
      options: regions.map((one) => ({ value: one.code, text: one.title[language] })),
      help: region ? t(`setup.transport.${region.transport}`) : undefined,
    },
    { kind: 'text', name: 'baseUrl', label: t('setup.baseUrl'), required: true, maxLength: CONNECTION_LENGTHS.baseUrl, help: t('setup.baseUrlHelp') },
    {
      kind: 'text',
      name: 'fixmedinsCode',
      label: t('setup.fixmedinsCode'),
      required: true,
      maxLength: CONNECTION_LENGTHS.fixmedinsCode,
      placeholder: region?.facilityPrefixes.map((one) => `${one}…`).join(' '),
    },
    { kind: 'text', name: 'fixmedinsName', label: t('setup.fixmedinsName'), required: true, maxLength: CONNECTION_LENGTHS.fixmedinsName },
    { kind: 'text', name: 'mdtrtareaAdmvs', label: t('setup.area'), required: true, maxLength: MAX_AREA, help: t('setup.areaHelp') },
    { kind: 'text', name: 'recerSysCode', label: t('setup.recer'), maxLength: CONNECTION_LENGTHS.recerSysCode },
    { kind: 'text', name: 'infver', label: t('setup.infver'), maxLength: CONNECTION_LENGTHS.infver },
    ...(region && region.fields.length > 0 ? [{ kind: 'group' as const, label: t('setup.own', { name: region.title[language] }) }] : []),
    ...(region?.fields ?? []).map((field): FormItem<ConnectionForm> => {
      const stored = field.secret && row.secretsSet.includes(field.key);
      return {
        kind: field.secret ? 'password' : 'text',
        name: field.secret ? `secret.${field.key}` : `own.${field.key}`,
        label: field.title[language],
        help: field.hint[language],
        required: field.required && !stored,
        placeholder: stored ? t('setup.stored') : field.placeholder,
        maxLength: field.secret ? CONNECTION_LENGTHS.secret : CONNECTION_LENGTHS.value,
        autoComplete: field.secret ? 'new-password' : undefined,
      };
    }),
    { kind: 'group', label: t('setup.use') },
    { kind: 'switch', name: 'enabled', label: t('setup.enabled'), help: t('setup.enabledHelp') },
    { kind: 'text', name: 'quotaDiseases', label: t('setup.quotaDiseases'), maxLength: CONNECTION_LENGTHS.quotaDiseases, help: t('setup.quotaDiseasesHelp') },
    { kind: 'switch', name: 'takeBackStrangers', label: t('setup.takeBackStrangers'), help: t('setup.takeBackStrangersHelp') },
    { kind: 'switch', name: 'testRegion', label: t('setup.testRegion'), help: t('setup.testRegionHelp') },
    { kind: 'switch', name: 'simulated', label: t('setup.simulated'), help: t('setup.simulatedHelp') },
  ];
}

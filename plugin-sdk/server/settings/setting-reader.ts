import type { OrgId } from '../../contract/index.ts';
import { type SettingField, type Settings, settingFields } from '../../contract/record/index.ts';
import { type PageValues, type RegistryConfig, settingInForce } from './setting-value.ts';

/**
 * Reads a setting of this plugin as it stands now: on the page of settings, else in registry.json, else in the plugin. One of an organisation is read with
 * the organisation. Each reading asks the database once, so that a change counts for the next act on every server: read it once at the beginning of an
 * act and hand it on.
 * @throws AppError `core.secret-broken` for a secret that was sealed with another key
 * @throws TypeError when the plugin does not declare it in `editableSettings`, or an organisation is missing or too much
 */
export type ReadSetting = <I, O, N extends keyof (I & O) & string>(
  settings: Settings<I, O>,
  name: N,
  ...of: N extends keyof O ? [orgId: OrgId] : []
) => Promise<(I & O)[N]>;

export interface SettingReaderParts {
  readonly pluginId: string;
  /** Those of the manifest; undefined: those that the caller hands in. */
  readonly fields?: readonly SettingField[];
  readonly config: () => RegistryConfig;
  /** What stands on the page for an organisation, or for the installation: `''`. */
  readonly page: (orgId: string) => Promise<PageValues> | PageValues;
  /** Reads what is sealed; as it stands where nothing is (tests). */
  readonly open?: (sealed: string) => string;
}

export function settingReader({ pluginId, fields, config, page, open }: SettingReaderParts): ReadSetting {
  const read = async ({ document }: Settings<unknown, unknown>, name: string, orgId?: OrgId): Promise<unknown> => {
    const field = (fields ?? settingFields(document)).find((one) => one.name === name);
    if (!field) throw new TypeError(`${pluginId} declares no setting "${name}": name it in editableSettings of plugin.ts`);
    if (field.perOrganisation !== (orgId !== undefined))
      throw new TypeError(`the setting "${name}" of ${pluginId} is ${field.perOrganisation ? 'read with an organisation' : 'one for all organisations'}`);
    return settingInForce(field, await page(orgId ?? ''), config(), open).value;
  };
  return read as unknown as ReadSetting; // the names are checked where it is called
}

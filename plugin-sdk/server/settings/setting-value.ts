import { Value } from 'typebox/value';
import { isEmptyValue, type Language } from '../../contract/index.ts';
import type { FieldComplaint, SettingField } from '../../contract/record/index.ts';

export type SettingValue = string | number;

/** Where a value comes from: the plugin, registry.json, or the page of settings. */
export type SettingSource = 'default' | 'registry' | 'page';

/** What the page of settings keeps, by name. `sealed`: the value is that of a secret, unreadable as it stands. */
export type PageValues = Readonly<Record<string, { readonly value: SettingValue; readonly sealed?: boolean } | undefined>>;

/** `config` of the plugin in registry.json. */
export type RegistryConfig = Readonly<Record<string, unknown>>;

/** A given value as it is kept: spaces around a line do not count. */
export const keptSetting = ({ of }: SettingField, given: SettingValue): SettingValue => (of.trimmed && typeof given === 'string' ? given.trim() : given);

/** What is wrong with a value, by the rules of its kind; undefined: nothing. @param language of the label, where the sentence names it */
export function settingComplaint(field: SettingField, value: unknown, language: Language = 'en'): FieldComplaint | undefined {
  const { of, max, min, required, label, choices } = field;
  if (required && isEmptyValue(value)) return { key: 'required', params: { label: label[language] } };
  if (typeof value === 'string' && max !== undefined && [...value].length > max) return { key: 'maxLength', params: { max } };
  if (typeof value === 'number' && min !== undefined && value < min) return { key: 'min', params: { min } };
  if (typeof value === 'number' && max !== undefined && value > max) return { key: 'max', params: { max } };
  if (!Value.Check(of.schema(field), value)) return { key: 'pattern' };
  // A record keeps what an older client stored besides the choices; a setting has no older clients.
  if (choices && value !== '' && !choices.some((choice) => choice.value === value)) return { key: 'pattern' };
  return of.complaint?.(value, field, undefined);
}

/** What registry.json says about a setting; undefined: nothing. */
function registryValue(field: SettingField, config: RegistryConfig): unknown {
  const { registry, kind, name } = field;
  if (registry) {
    const given = config[registry.member];
    const meant = typeof given === 'string' && Object.hasOwn(registry.values, given) ? registry.values[given] : undefined;
    if (meant !== undefined) return meant;
  }
  const given = config[name];
  return kind === 'flag' && typeof given === 'boolean' ? Number(given) : given;
}

/** Texts in the member of a setting that mean something for another one, as `off` for a limit. */
const saidForAnother = (fields: readonly SettingField[], name: string, value: unknown): boolean =>
  fields.some(({ registry }) => registry?.member === name && typeof value === 'string' && Object.hasOwn(registry.values, value));

/** Members of `config` that do not fit their setting, with why. Looked at once, when the plugin starts. */
export function wrongDefaults(
  fields: readonly SettingField[],
  config: RegistryConfig,
): readonly { readonly name: string; readonly complaint: FieldComplaint }[] {
  return fields.flatMap((field) => {
    const { name } = field;
    const value = registryValue(field, config);
    if (value === undefined || saidForAnother(fields, name, value)) return [];
    const complaint = settingComplaint(field, value);
    return complaint ? [{ name, complaint }] : [];
  });
}

/** What stands on the page, in the open; a sealed text counts as none where the setting is no secret any more. */
function pageValue({ name, secret }: SettingField, page: PageValues, open: (sealed: string) => string): SettingValue | undefined {
  const set = page[name];
  if (!set?.sealed) return set?.value;
  return secret ? open(String(set.value)) : undefined;
}

/**
 * The value that counts, and where it comes from: page of settings, registry.json, plugin. A value that does not fit the setting any more, because a newer
 * version of the plugin has other limits, counts as none.
 * @param open reads what is sealed @throws what it throws
 */
export function settingInForce(
  field: SettingField,
  page: PageValues,
  config: RegistryConfig,
  open: (sealed: string) => string = String,
): { readonly value: SettingValue; readonly source: SettingSource } {
  const value = pageValue(field, page, open);
  if (value !== undefined && settingComplaint(field, value) === undefined) return { value, source: 'page' };
  return settingByDefault(field, config);
}

/** The value that counts where nobody set one on the page. */
export function settingByDefault(field: SettingField, config: RegistryConfig): { readonly value: SettingValue; readonly source: 'default' | 'registry' } {
  const given = registryValue(field, config);
  if (given !== undefined && settingComplaint(field, given) === undefined) return { value: given as SettingValue, source: 'registry' };
  return { value: field.byDefault, source: 'default' };
}

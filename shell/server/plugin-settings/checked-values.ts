import { AppError, EnvelopeCode, type Language } from '@nephra/plugin-sdk/contract';
import { complaintText, type SettingField } from '@nephra/plugin-sdk/record';
import { keptSetting, settingComplaint, type SettingValue } from '@nephra/plugin-sdk/server';

/** Settings of the installation (`''`), or those that an organisation has of its own. */
export const inPlace = (fields: readonly SettingField[], orgId: string): readonly SettingField[] =>
  fields.filter(({ perOrganisation }) => perOrganisation === (orgId !== ''));

/** @throws AppError `core.setting-unknown` (404), `core.invalid` (400) naming each value that its setting refuses */
export function checkedValues(
  fields: readonly SettingField[],
  given: Readonly<Record<string, SettingValue | null>>,
  language: Language,
): Record<string, SettingValue | null> {
  const refused: { path: string; msg: string }[] = [];
  const values: Record<string, SettingValue | null> = {};
  for (const [name, value] of Object.entries(given)) {
    const field = fields.find((one) => one.name === name);
    if (!field) throw new AppError('core.setting-unknown', { code: EnvelopeCode.NotFound, params: { name } });
    const kept = value === null || (field.secret && value === '') ? null : keptSetting(field, value);
    if (kept !== null) {
      const complaint = settingComplaint(field, kept, language);
      if (complaint) refused.push({ path: name, msg: complaintText(complaint, language) });
    }
    values[name] = kept;
  }
  if (refused.length > 0) throw new AppError('core.invalid', { code: EnvelopeCode.Invalid, fields: refused });
  return values;
}

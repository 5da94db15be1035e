import { Value } from 'typebox/value';
import { complaintText, type SettingField, settingFields, type SettingsDocument } from '../../contract/record/index.ts';
import { settingsDocument } from '../../contract/record/settings/setting-document.ts';
import { settingComplaint } from './setting-value.ts';

/** Findings of a document's shape that are told at once. */
const MAX_TOLD = 20;

/**
 * Reads the settings document of a manifest; none is no settings.
 * @throws TypeError with a line for each finding, also for a default that its own setting would refuse (`SET-006`)
 */
export function readSettings(given: unknown): readonly SettingField[] {
  if (given === undefined || given === null) return [];
  if (!Value.Check(settingsDocument, given)) {
    const findings = Value.Errors(settingsDocument, given).slice(0, MAX_TOLD);
    throw new TypeError(
      findings.map(({ instancePath, message }) => `SET-005 settings ${instancePath.slice(1).replaceAll('/', '.') || '.'}: ${message}`).join('\n'),
    );
  }
  const fields = settingFields(given as SettingsDocument);
  const wrong = fields.flatMap((field) => {
    const complaint = settingComplaint(field, field.byDefault);
    return complaint ? [`SET-006 settings fields.${field.name}.initial: ${complaintText(complaint, 'en')}`] : [];
  });
  if (wrong.length > 0) throw new TypeError(wrong.join('\n'));
  return fields;
}

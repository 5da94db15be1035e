import { checkField } from '../check/check-record.ts';
import { compileField, inPlace } from '../compile-record.ts';
import type { RecordField } from '../record-types.ts';
import type { SettingDocument, SettingsDocument } from './setting-document.ts';

/** Kinds whose values are one text or number: they need no row of a table, no file and nobody's rights to be read. */
const SETTING_KINDS: readonly string[] = ['text', 'note', 'code', 'int', 'decimal', 'money', 'unitPrice', 'quantity', 'flag', 'day', 'month', 'choice'];

const SECRET_KINDS: readonly string[] = ['text', 'note'];

/** A setting with everything that its description left to the defaults. */
export interface SettingField extends RecordField {
  readonly perOrganisation: boolean;
  /** Kept sealed and sent to no browser. */
  readonly secret: boolean;
  readonly registry: SettingDocument['registry'];
  /** What counts where nobody has set it. */
  readonly byDefault: string | number;
}

/**
 * Fields of a settings document, in their order.
 * @param document of the right shape (`readSettings` of the server half for one from outside)
 * @throws TypeError with a line for each finding
 */
export function settingFields({ fields }: SettingsDocument): readonly SettingField[] {
  const findings: string[] = [];
  for (const [name, field] of Object.entries(fields)) {
    checkField(field, `fields.${name}`, (number, where, what) => findings.push(`${number} settings ${where}: ${what}`));
    if (!SETTING_KINDS.includes(field.kind)) findings.push(`SET-003 settings fields.${name}: a field of kind ${field.kind} cannot be a setting`);
    for (const member of ['when', 'value']) if (member in field) findings.push(`SET-005 settings fields.${name}.${member}: a setting depends on no other`);
    if (field.secret && (!SECRET_KINDS.includes(field.kind) || (field.initial ?? '') !== ''))
      findings.push(`SET-007 settings fields.${name}: a secret is a text of kind ${SECRET_KINDS.join(' or ')} that has no initial value`);
    if (field.numbered) findings.push(`SET-004 settings fields.${name}.numbered: a setting is given by people`);
  }
  if (findings.length > 0) throw new TypeError(findings.join('\n'));
  return inPlace(fields).map(([name, { perOrganisation = false, secret = false, registry, ...document }]) => {
    const field = compileField(name, document);
    return { ...field, perOrganisation, secret, registry, byDefault: field.initial ?? (field.of.empty as string | number) };
  });
}

import type { TextByLanguage } from '../../menu/menu.ts';
import type { FieldComplaint } from '../field-kind.ts';
import type { RecordField } from '../record-types.ts';

const GIVEN: TextByLanguage = { zh: '保存时自动编号，请留空', zhtw: '儲存時自動編號，請留空', en: 'it is given when saved; leave it empty' };
const STAYS: TextByLanguage = { zh: '编号由系统给出，不能修改', zhtw: '編號由系統給出，無法修改', en: 'it was given by the system and stays' };

/**
 * What is wrong with the value of a numbered field.
 * @param stored what stands there; undefined: the row is new
 */
export function numberComplaint({ numbered, label }: RecordField, value: unknown, stored: unknown, language: keyof TextByLanguage): FieldComplaint | undefined {
  const fresh = stored === undefined;
  if (value === '' && fresh) return undefined;
  if (!numbered?.mayBeTyped) return { said: fresh ? GIVEN : STAYS };
  return value === '' ? { key: 'required', params: { label: label[language] } } : undefined;
}

import type { Language } from '@nephra/plugin-sdk/contract';

/** What may hang on an organisation, department, position, role or group and keep it from being deleted. */
export type UseKind = 'organisation' | 'department' | 'position' | 'person' | 'patient' | 'role';
export type Uses = Partial<Record<UseKind, number>>;

const CHINESE: Record<'zh' | 'zhtw', Record<UseKind, string>> = {
  zh: { organisation: '个下级机构', department: '个部门', position: '个岗位', person: '名人员', patient: '名患者', role: '个角色' },
  zhtw: { organisation: '個下級機構', department: '個部門', position: '個職位', person: '名人員', patient: '名病患', role: '個角色' },
};
const ENGLISH: Record<UseKind, readonly [one: string, many: string]> = {
  organisation: ['organisation below it', 'organisations below it'],
  department: ['department', 'departments'],
  position: ['position', 'positions'],
  person: ['person', 'people'],
  patient: ['patient', 'patients'],
  role: ['role', 'roles'],
};

/** "3 departments and 12 people" in the caller's language, in the order of `uses`; empty when nothing is in the way. */
export function usesText(uses: Uses, language: Language): string {
  const found = (Object.entries(uses) as [UseKind, number][]).filter(([, count]) => count > 0);
  if (language !== 'en') return found.map(([kind, count]) => `${count} ${CHINESE[language][kind]}`).join('、');
  const words = found.map(([kind, count]) => `${count} ${ENGLISH[kind][count === 1 ? 0 : 1]}`);
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

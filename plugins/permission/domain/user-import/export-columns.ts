/** What can stand in an exported list, by the names that the list uses, in their order. */
export const EXPORT_KEYS = [
  'account',
  'realName',
  'enCode',
  'gender',
  'mobilePhone',
  'email',
  'organize',
  'position',
  'roleName',
  'enabledMark',
  'lastLogTime',
  'creatorTime',
  'sortCode',
  'description',
] as const;
export type ExportKey = (typeof EXPORT_KEYS)[number];

/** The usual ones: all but the last two. */
export const USUAL_EXPORT_KEYS: readonly ExportKey[] = EXPORT_KEYS.slice(0, -2);

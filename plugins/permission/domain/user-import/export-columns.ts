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

/** What an export holds besides when it is asked for: the names of an import, which are those of older clients, each as a text. */
export const FURTHER_EXPORT_KEYS = [
  'organizeId',
  'managerId',
  'positionId',
  'roleId',
  'entryDate',
  'birthday',
  'nation',
  'nativePlace',
  'certificatesType',
  'certificatesNumber',
  'education',
  'telePhone',
  'landline',
  'urgentContacts',
  'urgentTelePhone',
  'postalAddress',
] as const;
export type FurtherExportKey = (typeof FURTHER_EXPORT_KEYS)[number];

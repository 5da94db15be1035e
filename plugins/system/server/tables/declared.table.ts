import type { TextByLanguage } from '@nephra/plugin-sdk/contract';
import { column, type DictionaryRights, defineTable } from '@nephra/plugin-sdk/server';

const ofInstallation = { scope: 'installation', rowsStay: true } as const;

/** Dictionaries that plugins declare; they stay when the plugin is off. */
export const declaredTypeTable = defineTable(
  'system.declared_type',
  { typeId: column.id(), pluginId: column.text(64), labels: column.json<TextByLanguage>(), may: column.json<DictionaryRights>() },
  { ...ofInstallation, key: ['typeId'] },
);

/** Entries that plugins declare. */
export const declaredEntryTable = defineTable(
  'system.declared_entry',
  { dataId: column.id(), typeId: column.id(), labels: column.json<TextByLanguage>() },
  { ...ofInstallation, key: ['dataId'] },
);

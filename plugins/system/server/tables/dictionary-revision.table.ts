import { column, defineTable } from '@nephra/plugin-sdk/server';

/** Raised by each change of a dictionary. */
export const dictionaryRevisionTable = defineTable(
  'system.dictionary_revision',
  { name: column.text(20), value: column.int(1, 9_000_000_000_000_000) },
  { scope: 'installation', rowsStay: true, key: ['name'] },
);

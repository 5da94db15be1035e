import type { FileRow, FileValue } from './bundle-file.ts';

/** Characters of a value that the audit log keeps; shapes of a map and texts of a language have many more. */
export const MAX_AUDITED_VALUE = 2_000;

/** Values of an entry as the audit log keeps them: of a long one its beginning, and how long it is. */
export const auditedValues = (values: FileRow['values']): Record<string, FileValue> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return [name, text.length > MAX_AUDITED_VALUE ? `${text.slice(0, MAX_AUDITED_VALUE)}… (${text.length})` : value];
    }),
  );

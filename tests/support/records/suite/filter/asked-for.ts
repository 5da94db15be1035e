import { filterWay, type RecordField } from '@nephra/plugin-sdk/record';

/** What a list is narrowed by to find a row with this value: of files whether there are any, of a number from it to it. */
export function askedFor({ kind, of }: Pick<RecordField, 'kind' | 'of'>, value: unknown): unknown {
  switch (filterWay(kind, of)) {
    case 'holds':
      return (Array.isArray(value) ? value.length > 0 : value !== null) ? '1' : '0';
    case 'range':
      return value === '' || value === null || value === undefined ? '' : `${value},${value}`;
    case 'several':
      return (value as readonly string[]).join(',');
    case 'words':
      return value === null ? '0' : '1';
    default:
      return value;
  }
}

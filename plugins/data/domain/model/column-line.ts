import type { SaidColumn, SiteColumn } from './table-shape.ts';

/** A column in one line, as a bundle and its preview say it: `price decimal(18,2) optional 单价`. Words of `columnOfLine`. */
export function columnLine({ field, dataType, dataLength, allowNull, primaryKey, fieldName }: SiteColumn): string {
  const type = dataLength === '' ? dataType : `${dataType}(${dataLength})`;
  return `${field} ${type} ${primaryKey ? 'key' : allowNull ? 'optional' : 'required'} ${fieldName}`.trimEnd();
}

const LINE = /^(?<field>\S+) (?<type>[a-z]+)(?:\((?<length>[\d,]+)\))? (?<need>key|optional|required)(?: (?<name>.*))?$/s;

/** What a line says, to be checked by `readShape`; undefined: it says nothing. */
export function columnOfLine(line: string): SaidColumn | undefined {
  const { field, type, length = '', need, name = '' } = LINE.exec(line)?.groups ?? {};
  if (field === undefined || type === undefined) return undefined;
  return { field, fieldName: name, dataType: type, dataLength: length, allowNull: need === 'optional' ? 1 : 0, primaryKey: need === 'key' ? 1 : 0 };
}

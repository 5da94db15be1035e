import { DEFAULT_DECIMAL, DEFAULT_VARCHAR, MAX_DIGITS, MAX_SITE_NAME, MAX_VARCHAR } from '../../contract/model/model-limits.ts';

/** Types of columns of a site's tables, and what PostgreSQL calls them. */
export const SITE_TYPES = ['varchar', 'int', 'datetime', 'decimal', 'bigint', 'text'] as const;
export type SiteType = (typeof SITE_TYPES)[number];

export interface SiteColumn {
  readonly field: string;
  /** In words; empty: none. */
  readonly fieldName: string;
  readonly dataType: SiteType;
  /** `50` of varchar, `18,2` of decimal; empty for others, and for a decimal of any size. */
  readonly dataLength: string;
  readonly allowNull: boolean;
  readonly primaryKey: boolean;
}

export interface SiteTable {
  readonly table: string;
  readonly tableName: string;
  readonly columns: readonly SiteColumn[];
}

/** What a call says of a column. */
export interface SaidColumn {
  readonly field: string;
  readonly fieldName?: string | undefined;
  readonly dataType: string;
  readonly dataLength?: string | number | undefined;
  readonly allowNull?: 0 | 1 | undefined;
  readonly primaryKey?: 0 | 1 | undefined;
}

/** Something a person must mend; `key` is below `errors` of the texts. */
export interface ShapeFlaw {
  readonly key: string;
  readonly params: Readonly<Record<string, string | number>>;
  /** `table`, `tableFieldList.2.dataLength` */
  readonly path: string;
}

const NAME = /^[a-z][a-z0-9_]*$/;
/** Names that PostgreSQL keeps for itself, as a prefix or for columns of its own. */
const RESERVED = /^pg_|^(?:tableoid|xmin|cmin|xmax|cmax|ctid)$/;

/** Whether a table or column of a site may be called so: small letters, digits and underscores, beginning with a letter. */
export const isSiteName = (name: string): boolean => NAME.test(name) && !RESERVED.test(name) && name.length <= MAX_SITE_NAME;

const isSiteType = (type: string): type is SiteType => SITE_TYPES.some((known) => known === type);

/** @returns the length as it is kept, or undefined where it is none */
function lengthOf(type: SiteType, said: string): string | undefined {
  if (type === 'varchar') {
    const length = said === '' ? String(DEFAULT_VARCHAR) : said;
    return /^\d{1,4}$/.test(length) && Number(length) >= 1 && Number(length) <= MAX_VARCHAR ? String(Number(length)) : undefined;
  }
  if (type !== 'decimal') return '';
  const [, digits = '', decimals = '0'] = /^(\d{1,2})(?:,(\d{1,2}))?$/.exec(said === '' ? DEFAULT_DECIMAL : said) ?? [];
  if (digits === '' || Number(digits) < 1 || Number(digits) > MAX_DIGITS || Number(decimals) > Number(digits)) return undefined;
  return `${Number(digits)},${Number(decimals)}`;
}

const flaw = (key: string, path: string, params: ShapeFlaw['params'] = {}): ShapeFlaw => ({ key, path, params });

/** Reads what a call says of a column. @param at where it stands: `tableFieldList.2` @returns the column, or the first thing that is wrong with it */
export function readColumn(
  { field, fieldName = '', dataType, dataLength = '', allowNull = 1, primaryKey = 0 }: SaidColumn,
  at: string,
): SiteColumn | ShapeFlaw {
  if (!isSiteName(field)) return flaw('name-form', `${at}.field`, { name: field });
  if (!isSiteType(dataType)) return flaw('type-unknown', `${at}.dataType`, { name: field, type: dataType });
  const length = lengthOf(dataType, String(dataLength).replaceAll(/\s/g, ''));
  if (length === undefined) return flaw('length-form', `${at}.dataLength`, { name: field });
  const isKey = primaryKey === 1;
  return { field, fieldName: fieldName.trim(), dataType, dataLength: length, allowNull: allowNull === 1 && !isKey, primaryKey: isKey };
}

/** Reads what a call says of a table. @returns the table, or the first thing that is wrong with it */
export function readShape(table: string, tableName: string, said: readonly SaidColumn[]): SiteTable | ShapeFlaw {
  if (!isSiteName(table)) return flaw('name-form', 'table', { name: table });
  const columns: SiteColumn[] = [];
  for (const [at, one] of said.entries()) {
    const path = `tableFieldList.${at}`;
    const column = readColumn(one, path);
    if (isFlaw(column)) return column;
    if (columns.some(({ field }) => field === column.field)) return flaw('column-twice', `${path}.field`, { name: column.field });
    columns.push(column);
  }
  if (!columns.some(({ primaryKey }) => primaryKey)) return flaw('no-key', 'tableFieldList');
  if (columns.some(({ primaryKey, dataType }) => primaryKey && dataType === 'text')) return flaw('key-text', 'tableFieldList');
  return { table, tableName: tableName.trim(), columns };
}

export const isFlaw = (read: SiteTable | SiteColumn | ShapeFlaw): read is ShapeFlaw => 'key' in read;

/** Type of a column as SQL says it. */
export function sqlType({ dataType, dataLength }: Pick<SiteColumn, 'dataType' | 'dataLength'>): string {
  switch (dataType) {
    case 'varchar':
      return `varchar(${Number(dataLength)})`;
    case 'decimal':
      return dataLength === '' ? 'numeric' : `numeric(${dataLength.split(',').map(Number).join(',')})`;
    case 'datetime':
      return 'timestamptz';
    case 'int':
      return 'integer';
    case 'bigint':
    case 'text':
      return dataType;
  }
}

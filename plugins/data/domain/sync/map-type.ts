import { MAX_VARCHAR } from '../../contract/model/model-limits.ts';
import { isSiteName, type SiteColumn } from '../model/table-shape.ts';

/** A column of a foreign table as its catalogue tells of it. */
export interface ForeignColumn {
  readonly name: string;
  /** `pg_type.typname`: `int4`, `varchar`, `timestamptz`; `_int4` of an array. */
  readonly type: string;
  /** `varchar` and `char`: characters; `numeric`: `precision,scale`; empty: none. */
  readonly length: string;
  readonly nullable: boolean;
  /** Place in the primary key from 1; 0: not in it. */
  readonly keyPlace: number;
  readonly comment: string;
}

type Mapped = Pick<SiteColumn, 'dataType' | 'dataLength'>;
const of = (dataType: SiteColumn['dataType'], dataLength = ''): Mapped => ({ dataType, dataLength });

const PLAIN: Readonly<Record<string, Mapped>> = {
  int2: of('int'),
  int4: of('int'),
  // Yes and no become 1 and 0.
  bool: of('int'),
  int8: of('bigint'),
  date: of('datetime'),
  timestamp: of('datetime'),
  timestamptz: of('datetime'),
  // Every digit that the server writes stays; the site's own type has no floats.
  float4: of('decimal'),
  float8: of('decimal'),
  uuid: of('varchar', '36'),
  name: of('varchar', '64'),
};

/** The type of a site's table that takes every value of a foreign column; whatever has no nearer one becomes text. */
export function mapType({ type, length }: Pick<ForeignColumn, 'type' | 'length'>): Mapped {
  const plain = PLAIN[type];
  if (plain) return plain;
  if (type === 'varchar' || type === 'bpchar') return length !== '' && Number(length) <= MAX_VARCHAR ? of('varchar', length) : of('text');
  // Of a scale below zero, or without digits at all, the number says its own.
  if (type === 'numeric') return /^\d{1,2},\d{1,2}$/.test(length) && Number(length.split(',')[0]) <= 38 ? of('decimal', length) : of('decimal');
  return of('text');
}

/** What is selected at the source so that its text is read by the site's column. @param name quoted already */
export const selectedAs = ({ type }: Pick<ForeignColumn, 'type'>, name: string): string => (type === 'bool' ? `${name}::int` : name);

/** The table that a foreign one is copied into. @returns undefined where a name does not fit a site's table, with that name in `odd` */
export function mappedColumns(columns: readonly ForeignColumn[]): { readonly columns: readonly SiteColumn[]; readonly odd: string | undefined } {
  const odd = columns.find(({ name }) => !isSiteName(name))?.name;
  return {
    odd,
    columns: columns.map((column) => {
      const mapped = mapType(column);
      const primaryKey = column.keyPlace > 0;
      // A key is looked for: text of any length is none.
      const kept = primaryKey && mapped.dataType === 'text' ? of('varchar', String(MAX_VARCHAR)) : mapped;
      return { field: column.name, fieldName: column.comment.slice(0, 200), ...kept, allowNull: !primaryKey && column.nullable, primaryKey };
    }),
  };
}

/** Answer of the check before a copy. */
export const SyncVerdict = { go: 0, sourceEmpty: 1, targetMissing: 2, targetHasRows: 3 } as const;
export type SyncVerdict = (typeof SyncVerdict)[keyof typeof SyncVerdict];

/** @param target undefined: there is no such table */
export function syncVerdict(sourceHasRows: boolean, target: { readonly hasRows: boolean } | undefined): SyncVerdict {
  if (!sourceHasRows) return SyncVerdict.sourceEmpty;
  if (!target) return SyncVerdict.targetMissing;
  return target.hasRows ? SyncVerdict.targetHasRows : SyncVerdict.go;
}

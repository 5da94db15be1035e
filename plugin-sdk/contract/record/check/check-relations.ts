import type { RecordFinding } from './check-record.ts';
import { nearestName } from './nearest-name.ts';
import type { AnyRecord } from '../record-types.ts';
import { relationsByPath } from '../relations/relation-names.ts';

export interface RelationFinding extends RecordFinding {
  /** Name of the record that it is of. */
  readonly record: string;
}

/**
 * What is wrong with the relations of records, which no description shows by itself.
 * @param records all that there are: of a plugin, or of the product
 * @param dependencies `dependsOn` of a plugin's manifest; undefined: only relations within each plugin are looked at
 */
export function checkRelations(records: readonly AnyRecord[], dependencies?: (plugin: string) => readonly string[]): readonly RelationFinding[] {
  const byName = new Map(records.map((record) => [record.name, record]));
  const found = records.flatMap(({ name: record, plugin, fields }) =>
    [...relationsByPath(fields)].flatMap(([path, { target }]): readonly RelationFinding[] => {
      if (target === undefined) return [];
      const where = `fields.${path.replace('.', '.fields.')}.target`;
      const owner = target.split('.')[0] ?? target;
      if (owner !== plugin && !dependencies) return [];
      if (owner !== plugin && !dependencies?.(plugin).includes(owner))
        return [{ record, number: 'REC-054', where, what: `the plugin "${plugin}" does not depend on "${owner}": name it in dependsOn` }];
      const found = byName.get(target);
      if (!found) return [{ record, number: 'REC-053', where, what: `no record "${target}". Near: ${nearestName(target, [...byName.keys()])}` }];
      const named = found.fields.some(({ kind }) => kind === 'text');
      return named ? [] : [{ record, number: 'REC-055', where, what: `rows of "${target}" have no line of text that they could be called by` }];
    }),
  );
  return [...found, ...records.flatMap((record) => relatedFindings(record, byName))];
}

/** Kinds that say nothing in one line of text, and what is itself read from elsewhere. */
const NOT_SHOWN: readonly string[] = ['lines', 'related', 'files', 'images', 'signature'];

/** What related fields show must be there, as far as the other records are known. */
function relatedFindings({ name: record, fields }: AnyRecord, byName: ReadonlyMap<string, AnyRecord>): readonly RelationFinding[] {
  const recordOf = ({ fields: among }: Pick<AnyRecord, 'fields'>, relation = '') =>
    byName.get(among.find(({ name, kind }) => name === relation && kind === 'relation')?.target ?? '');
  return fields.flatMap(({ name, kind, from, shows = '' }): readonly RelationFinding[] => {
    const target = kind === 'related' ? recordOf({ fields }, from) : undefined;
    if (!target) return [];
    const finding = (number: RelationFinding['number'], what: string): readonly RelationFinding[] => [{ record, number, where: `fields.${name}.shows`, what }];
    const nothing = (of: AnyRecord, what: string, wanted: string, offered: AnyRecord['fields']) =>
      finding(
        'REC-123',
        `"${of.name}" has no ${what} "${wanted}". Near: ${nearestName(
          wanted,
          offered.map((each) => each.name),
        )}`,
      );
    const [first = '', second] = shows.split('.');
    const relations = target.fields.filter((field) => field.kind === 'relation');
    if (second !== undefined && !relations.some((field) => field.name === first)) return nothing(target, 'relation', first, relations);
    const holder = second === undefined ? target : recordOf(target, first);
    if (!holder) return [];
    const wanted = second ?? first;
    const shown = holder.fields.find((field) => field.name === wanted);
    if (!shown) return nothing(holder, 'field', wanted, holder.fields);
    return NOT_SHOWN.includes(shown.kind) ? finding('REC-124', `a field of kind ${shown.kind} is no line of text`) : [];
  });
}

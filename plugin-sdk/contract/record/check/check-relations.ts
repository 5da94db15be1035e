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
  return records.flatMap(({ name: record, plugin, fields }) =>
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
}

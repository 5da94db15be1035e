import { nearestName } from './nearest-name.ts';
import type { FieldDocument, RecordDocument } from '../record-document.ts';

type Report = (number: `REC-${string}`, where: string, what: string) => void;

/** Members that say how a value is given or kept: a related field has none of its own. */
const OF_VALUES = ['required', 'fixed', 'initial', 'numbered', 'value', 'column'] as const satisfies readonly (keyof FieldDocument)[];

/** Related fields lead through a relation of their own record, and have no value that anybody gives. */
export function checkRelated({ fields }: RecordDocument, report: Report): void {
  const relations = Object.keys(fields).filter((name) => fields[name]?.kind === 'relation');
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind !== 'related') continue;
    const where = `fields.${name}`;
    const { from = '', when, withheld } = field;
    if (!relations.includes(from)) report('REC-119', `${where}.from`, `no relation "${from}". Near: ${nearestName(from, relations)}`);
    else if (fields[from]?.withheld && !withheld)
      report('REC-120', `${where}.from`, `"${from}" is withheld, and it would be known by what it leads to: withhold both`);
    for (const member of OF_VALUES)
      if (field[member] !== undefined) report('REC-121', `${where}.${member}`, 'its value is read from another record: nobody gives one');
    for (const member of ['require', 'edit', 'hidden'] as const)
      if (when?.[member] !== undefined) report('REC-121', `${where}.when.${member}`, 'its value is read from another record: nobody gives one');
  }
}

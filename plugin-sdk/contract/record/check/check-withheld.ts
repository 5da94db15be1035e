import type { RecordDocument } from '../record-document.ts';

type Report = (number: `REC-${string}`, where: string, what: string) => void;

/** Fields that not everybody sees must not be what everybody works with. */
export function checkWithheld({ fields, list, tree, acts }: RecordDocument, report: Report): void {
  const all = Object.entries(fields).sort(([, a], [, b]) => (a.at < b.at ? -1 : 1));
  const called = all.find(([, { kind }]) => kind === 'text') ?? all[0];
  const coded = all.find(([, { kind }]) => kind === 'code');
  for (const [name, field] of all) {
    if (!field.withheld) continue;
    const refuse = (what: string) => report('REC-099', `fields.${name}.withheld`, what);
    if (name === called?.[0] || name === coded?.[0]) refuse('rows are called by it, in messages and where others name them');
    if (list.keyword?.includes(name)) refuse('the search box looks into it for everybody: leave it out of "list.keyword"');
    if (list.order?.replace(/^-/, '') === name || (!list.order && name === 'sortCode')) refuse('the list is ordered by it for everybody');
    if (tree?.parent === name || list.left?.narrows === name) refuse('everybody sees where a row stands');
    if (acts.import?.key === name) refuse('imported rows are found by it');
    if (acts.state && name === 'enabledMark') refuse('the act "state" turns it');
    // Whoever does not see it could not add a row.
    if (acts.create && field.required && field.initial === undefined && !field.numbered) refuse('it must be given, and some cannot: give an initial value');
    if (field.when?.require !== undefined) refuse('it may have to be given, and some cannot: leave "require" out');
  }
}

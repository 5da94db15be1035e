import { OWN_BUTTONS } from '../buttons.ts';
import { nearestName } from './nearest-name.ts';
import type { RecordDocument } from '../record-document.ts';
import { blockActs } from '../blocks/form-block.ts';

type Report = (number: `REC-${string}`, where: string, what: string) => void;

/** Texts and buttons between the fields of a form. */
export function checkBlocks({ fields, form, acts, buttons = {} }: RecordDocument, report: Report): void {
  const places = new Map<string, string>();
  const inForm = form?.fields ?? Object.keys(fields);
  for (const [name, block] of Object.entries(form?.blocks ?? {})) {
    const where = `form.blocks.${name}`;
    const before = places.get(block.at);
    if (before !== undefined) report('REC-002', `${where}.at`, `the same place as ${before}`);
    places.set(block.at, name);
    if (Object.hasOwn(fields, name)) report('REC-001', where, 'a field has this name already');
    if (block.before !== undefined && !inForm.includes(block.before))
      report('REC-014', `${where}.before "${block.before}"`, `no such field in the form. Near: ${nearestName(block.before, inForm)}`);
    if (block.kind === 'text') continue;
    const known = [...blockActs.filter((act) => acts[act]), ...Object.keys(buttons)];
    if (!known.includes(block.act))
      report(
        'REC-098',
        `${where}.act "${block.act}"`,
        Object.values(OWN_BUTTONS).includes(block.act)
          ? 'it is run by the name of its act, not of its button'
          : `the record has no such act. Near: ${nearestName(block.act, known)}`,
      );
  }
}

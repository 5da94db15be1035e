import type { Language } from '../../../contract/index.ts';
import { atLine, initialOf, type RecordField, settleValues } from '../../../contract/record/index.ts';
import { limitProblem } from '../exchange/limits.ts';
import { formProblem } from '../exchange/sentences.ts';
import type { EngineTable, Values } from '../record-rows.ts';
import { complaintAbout, kept, sameValue } from '../record-values.ts';
import type { SentLine } from './line-difference.ts';

/** What is wrong with a part of the lines: `beds.2.code` is the cell `code` of the third line. */
export interface LineProblem {
  readonly path: string;
  readonly msg: string;
}

export interface CompleteLine extends SentLine {
  readonly problems: readonly LineProblem[];
}

/**
 * A line with what its caller left out: as it stands there, or as the description says. What stays is not judged again.
 * @param at index among the lines that were sent
 * @param stored values of the line that stands there
 */
export function completeLine(
  { name, cells = [] }: RecordField,
  table: EngineTable,
  at: number,
  given: Values,
  stored: Values | undefined,
  language: Language,
): CompleteLine {
  const raw: Record<string, unknown> = {};
  const problems: LineProblem[] = [];
  for (const cell of cells) {
    const sent = given[cell.name];
    raw[cell.name] = sent === undefined ? (stored ? stored[cell.name] : initialOf(cell)) : kept(cell, sent);
  }
  // Conditions and calculations of cells look at the other cells of their line.
  const { values, stateOf } = settleValues(cells, raw, stored);
  const before = stored && settleValues(cells, stored, stored);
  for (const cell of cells) {
    const value = values[cell.name];
    const { shown, required } = stateOf(cell);
    const stays = stored !== undefined && sameValue(value, stored[cell.name]) && !(required && !before?.stateOf(cell).required);
    if (!shown || stays) continue;
    const judged = complaintAbout(cell, value, { stored: stored?.[cell.name], required, language });
    const complaint = judged ?? (given[cell.name] === undefined || cell.value || value === cell.of.blank ? undefined : limitProblem(cell, table, value));
    if (complaint) problems.push({ path: `${name}.${at}.${cell.name}`, msg: atLine(at + 1, formProblem(cell, complaint, language).msg, language) });
  }
  return { id: typeof given.id === 'string' ? given.id : '', values, problems };
}

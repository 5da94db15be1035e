/** The part of a line that is looked at while typing; the full checks are in `domain/checks`. */
export interface CheckedLine {
  readonly kind: string;
  readonly drugId: string;
}

/** Indexes of lines whose drug stands on the prescription more than once. */
export function duplicateDrugs(lines: readonly CheckedLine[]): number[] {
  return lines.flatMap((line, index) => (line.kind === 'drug' && lines.some((other, at) => at !== index && other.drugId === line.drugId) ? [index] : []));
}

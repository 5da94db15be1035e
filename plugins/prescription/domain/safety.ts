/** The part of a line that safety checks look at. */
export interface CheckedLine {
  readonly kind: string;
  readonly drugId: string;
  readonly drugName: string;
}

/** Drugs and materials whose name contains one of the patient's allergies. Shorter words than two characters are too vague to match. */
export function allergyHits(lines: readonly CheckedLine[], allergies: readonly string[]): { index: number; drugName: string; allergy: string }[] {
  const words = allergies.map((allergy) => allergy.trim()).filter((allergy) => allergy.length >= 2);
  return lines.flatMap((line, index) => {
    if (line.kind === 'item') return [];
    const allergy = words.find((word) => line.drugName.includes(word));
    return allergy === undefined ? [] : [{ index, drugName: line.drugName, allergy }];
  });
}

/** Indexes of lines whose drug stands on the prescription more than once. */
export function duplicateDrugs(lines: readonly CheckedLine[]): number[] {
  return lines.flatMap((line, index) => (line.kind === 'drug' && lines.some((other, at) => at !== index && other.drugId === line.drugId) ? [index] : []));
}

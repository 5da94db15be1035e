/** drugType of spec 9 → the word that dispensing uses (spec 5: it must contain 药品 or 耗材). */
const DISPENSING_TYPE: Readonly<Record<string, string>> = {
  西药: '药品(西药)',
  中成药: '药品(中成药)',
  中药饮片: '药品(中药饮片)',
};

/** The drug type as pharmacy calls send it: 西药 becomes 药品(西药), everything else stays. */
export const dispensingType = (drugType: string): string => DISPENSING_TYPE[drugType] ?? drugType;

/** Spec 5: dispensing keeps only items whose drugType contains 药品 (drug) or 耗材 (consumable). */
export const isDispensable = (drugType: string): boolean => {
  const type = dispensingType(drugType);
  return type.includes('药品') || type.includes('耗材');
};

export const isDrug = (drugType: string): boolean => dispensingType(drugType).includes('药品');

/** Lines that the pharmacy hands out, with drugType in its own words; order kept. */
export const dispensableLines = <Line extends { readonly drugType: string }>(lines: readonly Line[]): Line[] =>
  lines.filter((line) => isDispensable(line.drugType)).map((line) => ({ ...line, drugType: dispensingType(line.drugType) }));

import { type CheckedCase, drugsOf, type Finding, named } from './checked-line.ts';

/** Kinds of anticoagulants as their ingredients are written; the first that fits counts, because every name of the low-molecular ones holds 肝素. */
const KINDS = [
  ['lmwh', /低分子|依诺肝素|那屈肝素|达肝素|贝米肝素|帕肝素|亭扎肝素/],
  ['heparin', /(?<!类)肝素(?!酶)/],
  ['citrate', /枸橼酸钠/],
  ['nafamostat', /萘莫司他/],
  ['vitamin-k-antagonist', /华法林|双香豆素/],
] as const satisfies readonly (readonly [string, RegExp])[];
type Kind = (typeof KINDS)[number][0];

/** Kinds that do not go together without a word; the same agent twice is a duplicate (`ingredients.ts`). */
const APART: readonly (readonly [Kind, Kind])[] = [
  ['heparin', 'lmwh'],
  ['lmwh', 'lmwh'],
  ['citrate', 'nafamostat'],
  ['heparin', 'vitamin-k-antagonist'],
  ['lmwh', 'vitamin-k-antagonist'],
];

const kindOf = ({ ingredients, drugName }: { readonly ingredients: readonly string[]; readonly drugName: string }): Kind | undefined => {
  const text = (ingredients.length > 0 ? ingredients : [drugName]).join(' ');
  return KINDS.find(([, pattern]) => pattern.test(text))?.[0];
};

const apart = (one: Kind | undefined, other: Kind | undefined): boolean =>
  one !== undefined && other !== undefined && APART.some(([a, b]) => (a === one && b === other) || (a === other && b === one));

/**
 * Two anticoagulants that add up: heparin beside a low-molecular one, two low-molecular ones, citrate beside nafamostat, any heparin beside
 * warfarin. On this prescription or with what the patient already takes. It needs a reason, not a change: heparin may be meant for the catheter.
 */
export function anticoagulantFindings({ lines, active }: CheckedCase): Finding[] {
  const drugs = drugsOf(lines).map((drug) => ({ ...drug, kind: kindOf(drug.line) }));
  const within = drugs.flatMap(({ line, index, kind }, at) =>
    drugs.slice(0, at).flatMap((other): Finding[] => {
      if (!apart(kind, other.kind) || line.drugId === other.line.drugId) return [];
      return [
        {
          key: `anticoagulants:${[line.drugId, other.line.drugId].sort().join('+')}`,
          code: 'anticoagulants',
          level: 'reason',
          lines: [other.index, index],
          params: { ...named(line, index), otherLine: other.index + 1, other: other.line.drugName },
        },
      ];
    }),
  );
  const elsewhere = drugs.flatMap(({ line, index, kind }) =>
    active.flatMap((drug): Finding[] => {
      if (!apart(kind, kindOf(drug))) return [];
      return [
        {
          key: `anticoagulants-other:${line.drugId}:${drug.drugName}:${drug.dpId}`,
          code: 'anticoagulants-other',
          level: 'reason',
          lines: [index],
          params: { ...named(line, index), other: drug.drugName, dpNumber: drug.dpNumber },
        },
      ];
    }),
  );
  return [...within, ...elsewhere];
}

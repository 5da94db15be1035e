/** What an insurer would find before a month is settled. */
export const FINDING_KINDS = [
  'sheet-open',
  'not-written',
  'void',
  'lines-without-session',
  'two-treatments',
  'not-together',
  'dialysers-differ',
  'short',
  'second-check-missing',
  'same-times',
  'over-cap',
  'other-item',
  'included-charged',
  'too-soon',
  'while-away',
  'stock-short',
  'lot-or-code',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

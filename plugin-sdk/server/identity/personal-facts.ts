const TEXTS = [
  'nation',
  'nativePlace',
  'certificatesType',
  'certificatesNumber',
  'education',
  'telePhone',
  'landline',
  'urgentContacts',
  'urgentTelePhone',
  'postalAddress',
] as const;
const DAYS = ['entryDate', 'birthday'] as const;

/** Personal facts as `core.user_account.property` keeps them: named as on the wire, days in milliseconds. */
export type PersonalFacts = Record<(typeof TEXTS)[number], string> & Record<(typeof DAYS)[number], number | null>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Days are milliseconds; those of other writers may be text. */
function dayOf(value: unknown): number | null {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  const read = typeof value === 'string' && value !== '' ? Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00:00+08:00` : value) : Number.NaN;
  return Number.isNaN(read) ? null : read;
}

/** What the column holds, with nothing missing. */
export function personalFacts(stored: unknown): PersonalFacts {
  const given = (stored ?? {}) as Readonly<Record<string, unknown>>;
  return Object.fromEntries([
    ...TEXTS.map((name) => [name, textOf(given[name])]),
    ...DAYS.map((name) => [name, dayOf(given[name])]),
  ]) as unknown as PersonalFacts; // the two lists name every member
}

/** The column after a write: what was sent replaces what was there, everything else in it stays. */
export function withPersonalFacts(stored: unknown, sent: Partial<PersonalFacts>): Record<string, unknown> {
  const next: Record<string, unknown> = { ...(stored as object | null) };
  for (const name of TEXTS) if (sent[name] !== undefined) next[name] = sent[name].trim();
  for (const name of DAYS) if (sent[name] !== undefined) next[name] = sent[name];
  return next;
}

import { AppError, EnvelopeCode, isIdCard } from '@nephra/plugin-sdk/contract';
import type { BaseInfo, BaseInfoEdit } from '../../contract/index.ts';

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
type FactName = (typeof TEXTS)[number] | (typeof DAYS)[number];
type Facts = Pick<BaseInfo, FactName>;

const isDay = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value);

/** Personal facts as the column `property` of an account keeps them, with nothing missing. */
export function factsOf(stored: unknown): Facts {
  const given = (stored ?? {}) as Readonly<Record<string, unknown>>;
  const texts = TEXTS.map((name) => [name, typeof given[name] === 'string' ? given[name] : '']);
  const days = DAYS.map((name) => [name, isDay(given[name]) ? given[name] : null]);
  return Object.fromEntries([...texts, ...days]) as Facts; // the two lists name every member
}

/** The column after an edit: what was sent replaces what was there, everything else in it stays. */
export function changedFacts(stored: unknown, sent: BaseInfoEdit): Record<string, unknown> {
  const next: Record<string, unknown> = { ...(stored as object | null) };
  for (const name of TEXTS) if (sent[name] !== undefined) next[name] = sent[name].trim();
  for (const name of DAYS) if (sent[name] !== undefined) next[name] = sent[name];
  return next;
}

const TELEPHONE = /^[\d+()（）\-\s]{0,50}$/;
const EARLIEST = Date.UTC(1900, 0, 1);

const wrong = (path: string, key: string): AppError => new AppError(`core.${key}`, { code: EnvelopeCode.Invalid, fields: [{ path, msg: '' }] });

/**
 * @param now milliseconds; nobody is born later
 * @throws AppError at the first field that is wrong. Empty ones are fine.
 */
export function assertFacts(facts: Facts, now: number): void {
  for (const name of ['telePhone', 'landline', 'urgentTelePhone'] as const) if (!TELEPHONE.test(facts[name])) throw wrong(name, 'telephone-invalid');
  const { certificatesType, certificatesNumber, birthday, entryDate } = facts;
  if (certificatesType === 'idCard' && certificatesNumber !== '' && !isIdCard(certificatesNumber)) throw wrong('certificatesNumber', 'id-card-invalid');
  if (birthday !== null && (birthday > now || birthday < EARLIEST)) throw wrong('birthday', 'birthday-invalid');
  if (entryDate !== null && (entryDate < EARLIEST || (birthday !== null && entryDate < birthday))) throw wrong('entryDate', 'entry-date-invalid');
}

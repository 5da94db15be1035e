import { AppError, EnvelopeCode, isIdCard } from '@nephra/plugin-sdk/contract';
import { type BaseInfo, type BaseInfoEdit, FIXED_FACTS } from '../../../contract/index.ts';
import type { PersonalFacts } from '@nephra/plugin-sdk/server';

const TELEPHONE = /^[\d+()（）\-\s]{0,50}$/;
const EARLIEST = Date.UTC(1900, 0, 1);

const wrong = (path: string, key: string): AppError => new AppError(`core.${key}`, { code: EnvelopeCode.Invalid, fields: [{ path, msg: '' }] });

/**
 * @param now milliseconds; nobody is born later
 * @throws AppError at the first field that is wrong. Empty ones are fine.
 */
export function assertFacts(facts: PersonalFacts, now: number): void {
  for (const name of ['telePhone', 'landline', 'urgentTelePhone'] as const) if (!TELEPHONE.test(facts[name])) throw wrong(name, 'telephone-invalid');
  const { certificatesType, certificatesNumber, birthday, entryDate } = facts;
  if (certificatesType === 'idCard' && certificatesNumber !== '' && !isIdCard(certificatesNumber)) throw wrong('certificatesNumber', 'id-card-invalid');
  if (birthday !== null && (birthday > now || birthday < EARLIEST)) throw wrong('birthday', 'birthday-invalid');
  if (entryDate !== null && (entryDate < EARLIEST || (birthday !== null && entryDate < birthday))) throw wrong('entryDate', 'entry-date-invalid');
}

/** Members of the file that say who somebody is. */
export type FixedFacts = Pick<BaseInfo, (typeof FIXED_FACTS)[number]>;

/** Codes that older clients send for a sex that was not told. */
const told = (gender: string): string => (gender === '1' || gender === '2' ? gender : '0');

/**
 * Refuses to let people change who they are: their name stands under signatures and in the audit log. What comes back as it is passes,
 * because older clients send the whole file.
 * @throws AppError `core.profile-fixed` at the first one that differs
 */
export function assertFixedFactsStay(sent: BaseInfoEdit, stored: FixedFacts): void {
  const same = (name: keyof FixedFacts): boolean => {
    const value = sent[name];
    if (value === undefined) return true;
    if (name === 'gender') return told(String(value)) === told(stored.gender);
    return (typeof value === 'string' ? value.trim() : value) === (stored[name] ?? null);
  };
  const changed = FIXED_FACTS.find((name) => !same(name));
  if (changed) throw new AppError('core.profile-fixed', { code: EnvelopeCode.Forbidden, fields: [{ path: changed, msg: '' }] });
}

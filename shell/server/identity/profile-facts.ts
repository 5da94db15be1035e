import { AppError, EnvelopeCode, isIdCard } from '@nephra/plugin-sdk/contract';
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

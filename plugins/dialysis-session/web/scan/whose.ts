import type { StationCard } from '../../contract/session.schema.ts';

/** The treatment of whom a wristband names; of two on one day the one that is not over. */
export function cardOfWristband(cards: readonly StationCard[], code: string): StationCard | undefined {
  const own = cards.filter(({ patientCode }) => patientCode !== '' && patientCode.toLowerCase() === code.trim().toLowerCase());
  return own.find(({ state }) => state < 5) ?? own[0];
}

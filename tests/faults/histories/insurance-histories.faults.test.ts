import { describe, expect, test } from 'vitest';
import { effort, seedOfRun } from '../../support/cases/effort.ts';
import { playHistories } from './insurance-histories.ts';

const told = process.env.NEPHRA_INSURANCE_HISTORIES !== undefined;
/** Others with every seed; a night by hand asks for ten thousand (NEPHRA_INSURANCE_HISTORIES). */
const HISTORIES = told ? Number(process.env.NEPHRA_INSURANCE_HISTORIES) : effort('histories of settlements in bad weather', 45, 2_000);
const PATIENTS = 10;
const PER_HOSPITAL = 300;
const MS_PER_HISTORY = 10_000;

describe('[M2] settlements with an insurer in bad weather', () => {
  test(
    `after ${HISTORIES} random histories both ledgers agree within three resolver cycles, nobody paid twice, every doubt is explained`,
    async () => {
      const result = await playHistories({
        histories: HISTORIES,
        patients: PATIENTS,
        seed: seedOfRun,
        sideBySide: 6,
        perHospital: PER_HOSPITAL,
        ...(told ? { say: (line: string) => process.stdout.write(`${line}\n`) } : {}),
      });
      if (told) process.stdout.write(`${JSON.stringify(result.seen, null, 1)}\n`);
      expect(result.wrong).toEqual([]);
      expect(result.histories).toBe(HISTORIES);
      // Enough went wrong to prove something.
      expect(result.seen['after settling unknown'] ?? 0).toBeGreaterThan(0);
      expect(result.seen['after settling settled'] ?? 0).toBeGreaterThan(0);
      expect(result.seen['server died'] ?? 0).toBeGreaterThan(0);
      expect(result.seen['history cut by a death'] ?? 0).toBeGreaterThan(0);
    },
    60_000 + HISTORIES * MS_PER_HISTORY,
  );
});

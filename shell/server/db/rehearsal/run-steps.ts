import { sqlStateOf } from '../database-error.ts';
import type { Session } from '../pool/session.ts';
import { type MigrationSteps, RehearsalError } from './rehearsal.ts';

const CANCELLED = '57014';

/**
 * Runs migrations on the copy, a statement at a time.
 * @param before called before each statement with the milliseconds that are left
 * @throws RehearsalError for the one that fails or takes longer than what is left
 */
export async function runSteps(
  session: Session,
  migrations: readonly MigrationSteps[],
  seconds: number,
  before: (migration: string, statement: string, leftMs: number) => Promise<void>,
): Promise<void> {
  const end = performance.now() + seconds * 1_000;
  for (const { name, statements } of migrations)
    for (const statement of statements) {
      const leftMs = Math.ceil(end - performance.now());
      if (leftMs <= 0) throw tooLong(name, statement, seconds);
      await before(name, statement, leftMs);
      try {
        await session.script(statement);
      } catch (error) {
        if (sqlStateOf(error) === CANCELLED) throw tooLong(name, statement, seconds);
        throw new RehearsalError('failed', name, statement, error instanceof Error ? error.message : String(error), error);
      }
    }
}

export const tooLong = (migration: string, statement: string, seconds: number): RehearsalError =>
  new RehearsalError('too-long', migration, statement, `took longer than ${seconds} seconds`);

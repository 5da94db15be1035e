import type { Database } from '../database.ts';
import { EmbeddedDatabase } from '../embedded/open-embedded.ts';
import { rehearseOnEmbedded } from './on-embedded.ts';
import { rehearseOnPostgres } from './on-postgres.ts';
import type { Rehearsal, RehearsalOrder } from './rehearsal.ts';

/**
 * Runs migrations of others on a copy of the tables of their schema, under a limit of time, before they run on the tables themselves. Nothing is left of it.
 * @throws RehearsalError for a migration that fails, takes too long or grows without end
 */
export const rehearseMigrations = async (db: Database, order: RehearsalOrder): Promise<Rehearsal> =>
  await (db instanceof EmbeddedDatabase ? rehearseOnEmbedded(db, order) : rehearseOnPostgres(db, order));

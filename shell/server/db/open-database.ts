import type { Clock, Database, DatabaseOptions, Log } from './database.ts';
import { openEmbedded, openMemory } from './embedded/open-embedded.ts';
import { prepareFirstStart } from './first-start.ts';
import { openPostgres } from './postgres/open-postgres.ts';

/**
 * Opens the database and proves that it keeps its promises. An embedded one that does not exist yet is made empty.
 * @throws Error with a sentence for the administrator: another process owns the data directory (its pid is named),
 * commits do not reach the disk, the server is too old or runs with unsafe settings.
 */
export async function openDatabase(options: DatabaseOptions, log: Log, clock: Clock = systemClock): Promise<Database> {
  switch (options.kind) {
    case 'embedded':
      await prepareFirstStart(options, log, async () => {});
      return await openEmbedded(options, log, clock);
    case 'memory':
      return await openMemory(options, log);
    case 'postgres':
      return await openPostgres(options, log);
  }
}

/** Only for the nightly maintenance hour when no clock is handed in. */
const systemClock: Clock = {
  now: () => new Date(),
  today: () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date()),
};

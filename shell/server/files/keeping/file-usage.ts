import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { FileFigures } from '@nephra/plugin-sdk/server';
import { type Kysely, sql } from 'kysely';
import type { CoreTables } from '../../tables/tables.ts';
import { OFFERED_TYPE } from '../offered-files.ts';

const MIB = 1_048_576;
/** Organisations that keep most; the page shows no more. */
const SHOWN = 100;

/** Written out: of a parameter the database could not tell that the partial index is meant. */
const counts = sql<boolean>`type <> 'offered'`;

/** What is stored, and how much of it an organisation may have. Exports that wait to be fetched count for nobody. */
export class FileUsage {
  readonly #db: Kysely<CoreTables>;
  readonly #quotaMb: () => number;

  /** @param quotaMb of each organisation, as the configuration says now; 0: as much as it likes */
  constructor(db: Kysely<CoreTables>, quotaMb: () => number) {
    this.#db = db;
    this.#quotaMb = quotaMb;
  }

  /**
   * Two of one organisation that come at the same moment wait for each other, until the transaction of the first one ends: what it kept counts for the second one.
   * Inside a transaction, as far as the answer is to hold.
   * @throws AppError `core.file-quota` (413) when so many bytes more are too many for the organisation
   */
  async assertRoom(orgId: string, type: string, bytes: number): Promise<void> {
    const quotaMb = this.#quotaMb();
    // Files of plugins themselves belong to no organisation.
    if (quotaMb === 0 || orgId === '' || type === OFFERED_TYPE) return;
    await sql`select pg_advisory_xact_lock(hashtextextended(${`file quota ${orgId}`}, 0))`.execute(this.#db);
    const used = await this.#usedBy(orgId);
    if (used + bytes <= quotaMb * MIB) return;
    const params = { used: Math.ceil(used / MIB), quota: quotaMb, needed: Math.ceil(bytes / MIB) };
    throw new AppError('core.file-quota', { code: EnvelopeCode.TooLarge, params });
  }

  /** What an organisation keeps, and may keep (0: as much as it likes); both 0 for none. */
  async room(orgId: string): Promise<{ readonly usedBytes: number; readonly quotaBytes: number }> {
    if (orgId === '') return { usedBytes: 0, quotaBytes: 0 };
    return { usedBytes: await this.#usedBy(orgId), quotaBytes: this.#quotaMb() * MIB };
  }

  async #usedBy(orgId: string): Promise<number> {
    const { used } = await this.#db
      .selectFrom('core.stored_file')
      .select(sql<string>`coalesce(sum(size), 0)`.as('used'))
      .where('org_id', '=', orgId)
      .where(counts)
      .executeTakeFirstOrThrow();
    return Number(used);
  }

  /** For the page of the monitor. */
  async figures(): Promise<FileFigures> {
    const rows = await this.#db
      .selectFrom('core.stored_file as file')
      .leftJoin('core.org as org', 'org.id', 'file.org_id')
      .select(['file.org_id as orgId', 'org.full_name as name'])
      .select([sql<string>`count(*)`.as('files'), sql<string>`sum(file.size)`.as('bytes')])
      .where(sql<boolean>`file.type <> 'offered'`)
      .groupBy(['file.org_id', 'org.full_name'])
      .orderBy('bytes', 'desc')
      .execute();
    const orphans = await this.#db
      .selectFrom('core.stored_file')
      .select([sql<string>`count(*)`.as('files'), sql<string>`coalesce(sum(size), 0)`.as('bytes')])
      .where('orphan_since', 'is not', null)
      .executeTakeFirstOrThrow();
    const organisations = rows.map(({ orgId, name, files, bytes }) => ({ orgId, name: name ?? '', files: Number(files), bytes: Number(bytes) }));
    return {
      files: organisations.reduce((sum, { files }) => sum + files, 0),
      bytes: organisations.reduce((sum, { bytes }) => sum + bytes, 0),
      quotaBytes: this.#quotaMb() * MIB,
      orphans: { files: Number(orphans.files), bytes: Number(orphans.bytes) },
      organisations: organisations.slice(0, SHOWN),
    };
  }
}

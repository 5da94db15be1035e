import { AppError, DAY_MS } from '@nephra/plugin-sdk/contract';
import type { Clock, Extension, FileHolder, JobRun } from '@nephra/plugin-sdk/server';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/index.ts';
import type { CoreTables } from '../../tables/tables.ts';
import type { Files } from '../file-store.ts';
import { fileAt, type FileStorage, keptObjects, type StoredObject } from '../storage/file-storage.ts';

/** A file may wait so long for the row that names it: forms stay open, drafts are kept. */
export const GRACE_MS = 7 * DAY_MS;
/** What was found must have stood on the page so long before it is removed. */
export const SHOWN_MS = DAY_MS;
const AT_ONCE = 500;

export interface OrphanFilesParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly files: Pick<Files, 'remove'>;
  readonly storage: Pick<FileStorage, 'list' | 'remove'>;
  /** Of the plugins that run. */
  readonly holders: () => readonly Extension<FileHolder>[];
}

type Run = Pick<JobRun, 'signal' | 'progress' | 'log'>;
interface Found {
  readonly id: string;
  readonly size: number;
}

/**
 * Files that no row names. Only those of a type that a plugin claims can be told; all others stay for ever. They are found first and counted, and removed by a
 * second work that somebody starts: between the two people see how much it is.
 */
export class OrphanFiles {
  readonly #parts: OrphanFilesParts;
  readonly #db: Kysely<CoreTables>;

  constructor(parts: OrphanFilesParts) {
    this.#parts = parts;
    this.#db = parts.database.kyselyFor<CoreTables>();
  }

  /** Marks them, takes marks back, removes nothing. @throws AppError `core.orphans-unknown` when a plugin cannot say what it holds */
  async find(run: Run): Promise<void> {
    const types = this.#types();
    const now = this.#parts.clock.now();
    let [seen, orphans, bytes] = [0, 0, 0];
    for await (const batch of this.#batches(types, run)) {
      const held = await this.#held(batch.map(({ id }) => id));
      const alone = batch.filter(({ id }) => !held.has(id));
      if (held.size > 0)
        await this.#db
          .updateTable('core.stored_file')
          .set({ orphan_since: null })
          .where('id', 'in', [...held])
          .where('orphan_since', 'is not', null)
          .execute();
      if (alone.length > 0)
        await this.#db
          .updateTable('core.stored_file')
          .set({ orphan_since: now })
          .where(
            'id',
            'in',
            alone.map(({ id }) => id),
          )
          .where('orphan_since', 'is', null)
          .execute();
      seen += batch.length;
      orphans += alone.length;
      bytes += alone.reduce((sum, { size }) => sum + Number(size), 0);
      run.progress(seen, null);
    }
    // Nobody claims their type any more: nobody knows whether something names them.
    let forget = this.#db.updateTable('core.stored_file').set({ orphan_since: null }).where('orphan_since', 'is not', null);
    if (types.length > 0) forget = forget.where('type', 'not in', types);
    await forget.execute();
    run.log(`looked at ${seen} files of the types ${types.join(', ') || '-'}: ${orphans} that nothing names, ${bytes} bytes`);
    let lost = 0;
    for await (const { length } of this.#withoutRow(run)) lost += length;
    if (lost > 0) run.log(`${lost} places of the storage belong to no file on record: puttings that were cut off, or removals that the storage did not do`);
  }

  /** Removes what was found a day ago or earlier, and what still nothing names. */
  async remove(run: Run): Promise<void> {
    const limit = new Date(this.#parts.clock.now().getTime() - SHOWN_MS);
    let [removed, bytes] = [0, 0];
    for await (const batch of this.#batches(this.#types(), run, limit)) {
      await this.#parts.database.transaction(async () => {
        const held = await this.#held(batch.map(({ id }) => id));
        for (const { id, size } of batch) {
          if (held.has(id)) continue;
          await this.#parts.files.remove(id);
          removed += 1;
          bytes += Number(size);
        }
      });
      run.progress(removed, null);
    }
    let lost = 0;
    for await (const batch of this.#withoutRow(run))
      for (const { place } of batch) {
        await this.#parts.storage.remove(place);
        lost += 1;
      }
    run.log(`removed ${removed} files that nothing names, ${bytes} bytes, and ${lost} places of the storage that belonged to no file on record`);
  }

  /** What lies in the storage for a week or longer without a row. */
  async *#withoutRow({ signal }: Run): AsyncGenerator<StoredObject[]> {
    const old = new Date(this.#parts.clock.now().getTime() - GRACE_MS);
    let batch: StoredObject[] = [];
    const unknown = async (): Promise<StoredObject[]> => {
      signal.throwIfAborted();
      const ids = [...new Set(batch.map(({ place }) => fileAt(place) ?? ''))];
      const rows = ids.length === 0 ? [] : await this.#db.selectFrom('core.stored_file').select('id').where('id', 'in', ids).execute();
      const known = new Set(rows.map(({ id }) => id));
      const found = batch.filter(({ place }) => !known.has(fileAt(place) ?? ''));
      batch = [];
      return found;
    };
    for await (const object of keptObjects(this.#parts.storage)) {
      if (object.modifiedAt < old) batch.push(object);
      if (batch.length >= AT_ONCE) yield await unknown();
    }
    yield await unknown();
  }

  #types(): string[] {
    return [...new Set(this.#parts.holders().flatMap(({ value }) => value.types))];
  }

  async *#batches(types: readonly string[], { signal }: Run, foundBefore?: Date): AsyncGenerator<Found[]> {
    if (types.length === 0) return;
    const old = new Date(this.#parts.clock.now().getTime() - GRACE_MS);
    for (let after = ''; ; ) {
      signal.throwIfAborted();
      let query = this.#db
        .selectFrom('core.stored_file')
        .select(['id', 'size'])
        .where('type', 'in', types)
        .where('created_at', '<', old)
        .where('id', '>', after);
      if (foundBefore) query = query.where('orphan_since', '<', foundBefore);
      const batch = await query.orderBy('id').limit(AT_ONCE).execute();
      if (batch.length > 0) yield batch;
      if (batch.length < AT_ONCE) return;
      after = batch.at(-1)?.id ?? '';
    }
  }

  async #held(ids: readonly string[]): Promise<Set<string>> {
    const held = new Set<string>();
    for (const { pluginId, value } of this.#parts.holders()) {
      const named = await value.held(ids).catch((error: unknown) => {
        throw new AppError('core.orphans-unknown', { params: { plugin: pluginId }, cause: error });
      });
      for (const id of named) held.add(id);
    }
    return held;
  }
}

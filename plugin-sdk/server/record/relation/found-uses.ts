import type { TextByLanguage } from '../../../contract/index.ts';
import type { ServerContext } from '../../context.ts';
import type { UsesReader } from '../../dictionary-points.ts';
import type { Caller } from './related-rows.ts';

/** Rows that are named where uses are told in a sentence. */
export const MAX_NAMED_USES = 3;
/** Rows that are named where somebody asks where a code is used. */
export const MAX_LISTED_USES = 100;

/** Rows of one kind that name a row of another, or hold a code of a dictionary. */
export interface FoundUses {
  /** Of the record. */
  readonly title: TextByLanguage;
  /** Of those that the caller sees, at most as many as were asked for. */
  readonly names: readonly string[];
  /** There are more that the caller sees, or some that the caller does not see. */
  readonly more: boolean;
}

/**
 * What is told of uses.
 * @param seen names of rows that the caller sees, read up to one more than are named
 * @param held how many rows there are, whoever may see them, read up to the same number
 * @param most how many are named
 * @returns undefined: none
 */
export function foundUses(title: TextByLanguage, seen: readonly string[], held: number, most: number = MAX_NAMED_USES): FoundUses | undefined {
  if (held === 0) return undefined;
  return { title, names: seen.slice(0, most), more: seen.length > most || held > seen.length };
}

/** How uses are read: how many there are first, whoever may see them, and names only for whoever may read such rows. */
export interface UsesReading {
  readonly title: TextByLanguage;
  /** How many are named; `MAX_NAMED_USES` where nothing is said. */
  readonly most?: number | undefined;
  /** Rows that hold it, read up to one more than are named. */
  readonly held: () => Promise<number>;
  /** Whether the caller may read such rows at all. */
  readonly may: boolean;
  /** Names of those that the caller sees, read up to the same number. */
  readonly named: () => Promise<readonly string[]>;
}

/** Whoever may not read such rows is told that there are some, and none by name. @returns undefined: none */
export async function readUses({ title, most, held, may, named }: UsesReading): Promise<FoundUses | undefined> {
  const count = await held();
  return count === 0 ? undefined : foundUses(title, may ? await named() : [], count, most);
}

/** Rows of a plugin that hold something of another one: a code of a dictionary, an area. How they are counted, and what they are called. */
export interface HeldRows<Db> {
  readonly title: TextByLanguage;
  /** Right to the list of such rows. */
  readonly menu: string;
  /** How many hold it, whoever may see them; counted up to `limit`. */
  held(ctx: ServerContext<Db> & Caller, id: string, limit: number): Promise<number>;
  /** Names of those that the caller sees, in their order, up to `limit`. */
  named(ctx: ServerContext<Db> & Caller, id: string, limit: number): Promise<readonly string[]>;
}

/**
 * Member `of` of a `DictionaryUse` and of an `AreaUse`: the statements are those of the plugin that the rows belong to, their door is the reader's.
 * @param own of the plugin that the rows belong to
 */
export const usesOf =
  <Db>(own: ServerContext<Db>, { title, menu, held, named }: HeldRows<Db>) =>
  ({ log, user, dataScope, can }: UsesReader, id: string, most: number = MAX_NAMED_USES): Promise<FoundUses | undefined> => {
    const ctx = { ...own, log, user, dataScope };
    return readUses({ title, most, held: () => held(ctx, id, most + 1), may: can(menu), named: () => named(ctx, id, most + 1) });
  };

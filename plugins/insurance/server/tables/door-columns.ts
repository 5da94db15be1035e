import type { OrgId } from '@nephra/plugin-sdk/contract';
import type { ReadContext } from '@nephra/plugin-sdk/server';

/** Columns of a whole row that came through a door under this alias, in the form of the database: `fromSql` of the table reads them. */
export const doorColumns = <C extends object, A extends string>({ columns }: { readonly columns: C }, alias: A) =>
  Object.keys(columns)
    .filter((key) => key !== 'searchGrams')
    .map((key) => `${alias}.${key}` as `${A}.${Exclude<keyof C & string, 'searchGrams'>}`);

/** The caller, of these organisations alone: a list is read facility by facility, so that each part keeps the order of its index. */
export function readerOf({ db, log, pluginId, dataScope, user }: ReadContext, orgIds: readonly string[]): ReadContext {
  const narrowed: readonly OrgId[] = user.orgIds.filter((id) => orgIds.includes(id));
  return { db, log, pluginId, dataScope, user: { ...user, orgIds: narrowed } };
}

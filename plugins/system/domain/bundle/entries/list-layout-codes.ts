import type { FileValue } from '../bundle-file.ts';

interface Place {
  readonly page: string;
  readonly orgCode: string;
  readonly roleCode: string;
}

/** Code of an entry: the page, and whom its columns are meant for. */
export const columnsCode = ({ page, orgCode, roleCode }: Place): string => [page, ...[orgCode, roleCode].map(encodeURIComponent)].join('|');

/** A page as bundles name it: the code of its menu in place of its id. Undefined: the menu is not here. @param codes id of a menu to its code */
export function pageOf(moduleId: string, codes: ReadonlyMap<string, string>): string | undefined {
  const [menu = '', ...list] = moduleId.split(':');
  const code = codes.get(menu);
  return code === undefined ? undefined : [code, ...list].join(':');
}

/** Ids that the shell gives to rows. They mean something at their own site alone, as do those that came with the first data: `known`. */
const GIVEN_ID = /\b[0-9a-f]{32}\b/;

/** Whether what a view searches for names rows of this site. @param known ids of organisations and roles */
export function holdsIds(value: FileValue, known: ReadonlySet<string>): boolean {
  if (typeof value === 'string') return GIVEN_ID.test(value) || value.split(',').some((one) => known.has(one));
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((one: FileValue) => holdsIds(one, known));
}

import { AppError, EnvelopeCode, type Privilege } from '@nephra/plugin-sdk/contract';
import { type IdentityTables, SITE_SCHEMA } from '@nephra/plugin-sdk/server';

/** The shell's tables that the privilege `identity` opens; everything else of the shell stays shut. */
const IDENTITY: Readonly<Record<keyof IdentityTables, true>> = {
  'core.org': true,
  'core.department': true,
  'core.position': true,
  'core.role': true,
  'core.role_org': true,
  'core.user_group': true,
  'core.user_group_member': true,
  'core.user_account': true,
  'core.user_org': true,
  'core.user_role': true,
  'core.user_position': true,
  'core.org_admin': true,
  'core.org_admin_role': true,
  'core.menu': true,
  'core.menu_item': true,
  'core.permission': true,
  'core.permission_grant': true,
  'core.data_scheme': true,
};
const CORE = 'core';

/** Statements whose text was looked at. A plugin has some hundred; lists of values make more of some. */
const REMEMBERED = 2000;

const LITERAL = /'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g;
const NAME = '"?([a-z_][a-z0-9_]*)"?';
/** Where a table stands; a column of an alias may look the same anywhere else. */
// pattern: of constant parts; looked for in the SQL of a plugin's own code, where callers' values are parameters
const TABLE = new RegExp(`\\b(?:from|join|into|update|only|truncate|table)\\s+${NAME}\\s*\\.\\s*${NAME}`, 'gi');
// pattern: of constant parts, over the SQL of a plugin's own code
const CORE_TABLE = new RegExp(`(?<![."\\w])"?(core)"?\\s*\\.\\s*${NAME}`, 'gi');
// pattern: of constant parts, over the SQL of a plugin's own code
const ALIAS = new RegExp(`\\bas\\s+${NAME}`, 'gi');

export interface FenceOwner {
  readonly id: string;
  readonly schema: string;
  readonly privileges: readonly Privilege[];
}

/** Tables of others that its privileges open: `core.org`, or `site.*`. */
export const openedTables = ({ privileges }: Pick<FenceOwner, 'privileges'>): ReadonlySet<string> =>
  new Set([...(privileges.includes('identity') ? Object.keys(IDENTITY) : []), ...(privileges.includes('site-tables') ? [`${SITE_SCHEMA}.*`] : [])]);

/**
 * Keeps the statements of one plugin to its own schema: tables of other plugins are reached through their services, tables of the shell by
 * nobody without a privilege. It looks at the text of a statement once. It is a fence against mistakes in plugins that are built with the
 * product; packages from outside have `guard/sql-guard.ts`.
 * @param ownerOf the plugin behind a schema; undefined for a name that is none
 * @returns a check that throws AppError `core.foreign-table`
 */
export function schemaFence({ id, schema, privileges }: FenceOwner, ownerOf: (schema: string) => string | undefined): (sql: string) => void {
  const opened = openedTables({ privileges });
  const passed = new Set<string>();
  const refuse = (table: string): never => {
    throw new AppError('core.foreign-table', { code: EnvelopeCode.Fault, params: { plugin: id, table } });
  };
  return (sql) => {
    if (passed.has(sql)) return;
    const text = sql.replace(LITERAL, ' ');
    const aliases = new Set([...text.matchAll(ALIAS)].map(([, name = '']) => name.toLowerCase()));
    for (const [, space = '', table = ''] of [...text.matchAll(CORE_TABLE), ...text.matchAll(TABLE)]) {
      const name = space.toLowerCase();
      const full = `${name}.${table.toLowerCase()}`;
      if (name === schema || aliases.has(name) || opened.has(full) || opened.has(`${name}.*`)) continue;
      if (name === CORE || name === SITE_SCHEMA || ownerOf(name) !== undefined) refuse(full);
    }
    if (passed.size >= REMEMBERED) passed.clear();
    passed.add(sql);
  };
}

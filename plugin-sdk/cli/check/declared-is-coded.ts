import type { PluginManifest } from '../../contract/plugin/manifest.ts';
import type { Need } from '../../contract/route.ts';
import type { ServerPlugin } from '../../server/define-server-plugin.ts';
import { loadSqlParser, migrationFaults, type SqlFault } from '../../server/sql-reach/sql-fence.ts';

/** Permission codes that the plugin itself declares: `menu`, `menu:button`, and codes of their own. */
export function declaredCodes({ contributes }: PluginManifest): Set<string> {
  const menus = contributes.menus.flatMap(({ enCode, buttons = [] }) => [enCode, ...buttons.map((button) => `${enCode}:${button.enCode}`)]);
  return new Set([...menus, ...contributes.permissions.map(({ enCode }) => enCode)]);
}

const codesOf = (need: Need): string[] => {
  if (typeof need === 'object') return need.anyOf.flatMap(codesOf);
  return need.startsWith('perm:') ? [need.slice('perm:'.length)] : [];
};

/** Pages that no menu of the plugin opens. The other way round, a menu without a page, is the conformance kit's to find. */
export function pageFindings({ contributes }: PluginManifest): string[] {
  const pageMenus = contributes.menus.filter(({ type }) => type === 2).map(({ enCode }) => enCode);
  return contributes.pages
    .filter((code) => !pageMenus.includes(code))
    .map((code) => `The page '${code}' has no menu of type 2 here; without one somebody must add it by hand in the hospital.`);
}

/** What the built server half contradicts: unknown permission codes, migrations out of order. */
export function serverFindings(server: ServerPlugin<unknown>, manifest: PluginManifest): string[] {
  const known = declaredCodes(manifest);
  const findings: string[] = [];
  for (const { contract } of server.implementations ?? []) {
    for (const [name, route] of Object.entries(contract.routes)) {
      const unknown = codesOf(route.need).filter((code) => !known.has(code));
      if (unknown.length > 0 && manifest.dependsOn.length === 0) {
        findings.push(
          `The route ${contract.name}.${name} needs ${unknown.map((code) => `'${code}'`).join(', ')}, which no menu or permission of this plugin declares; nobody could ever be granted it.`,
        );
      }
    }
  }
  const migrations = server.migrations ?? [];
  const names = migrations.map(({ name }) => name);
  if (names.some((name) => !/^\d{4}-[a-z0-9-]+$/.test(name))) findings.push('Migrations are named like 0001-first-tables.');
  if ([...names].sort().join() !== names.join() || new Set(names).size !== names.length)
    findings.push('Migrations must be listed in the order of their numbers, each once.');
  if (migrations.length > 0 && !server.schema) findings.push('A server half with migrations must name its SQL schema.');
  return findings;
}

const MIGRATION_FAULT: Readonly<Record<SqlFault['code'], (what: string, schema: string) => string>> = {
  'not-sql': (what) => `cannot be read: ${what}`,
  'foreign-table': (what, schema) => `touches '${what}'; only the schema '${schema}' belongs to this plugin`,
  'no-schema': (what) => `touches the system table '${what}'`,
  statement: (what) => `has a statement that a hospital refuses: ${what}`,
  function: (what) => `calls the function ${what}, which a hospital refuses`,
  language: (what) => `defines a function in ${what}; only sql and plpgsql are allowed`,
};

/** What a hospital's server refuses of the migrations, by the same parser. */
export async function migrationFindings({ schema = '', migrations = [] }: ServerPlugin<unknown>): Promise<string[]> {
  if (migrations.length === 0) return [];
  const parser = await loadSqlParser();
  return migrations.flatMap(({ name, sql }) =>
    migrationFaults(parser, sql, { schema }).map(({ code, what }) => `The migration ${name} ${MIGRATION_FAULT[code](what, schema)}.`),
  );
}

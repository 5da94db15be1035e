import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PluginManifest } from '../../../contract/plugin/manifest.ts';
import type { ServerPlugin } from '../../../server/define-server-plugin.ts';
import { BuildProblem } from '../problem.ts';

type ServerFacts = Pick<NonNullable<PluginManifest['server']>, 'routes' | 'jobs' | 'migrations' | 'tables'>;

/** Tables that SQL makes: `acme_beds.entry`. */
export const tablesIn = (sql: string): string[] =>
  [...sql.replace(/--[^\n]*/g, '').matchAll(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?"?([a-z_][\w$]*"?\."?[a-z_][\w$]*)"?/gi)].map(([, name = '']) =>
    name.replaceAll('"', ''),
  );

/**
 * What a server half brings, for whoever decides about it: `GET /api/…` of each route, jobs, tables. The bundle is loaded for it, as a hospital's server will.
 * @throws BuildProblem when it cannot be loaded, which would otherwise show in the hospital only
 */
export async function serverFacts(code: Uint8Array, source: string): Promise<ServerFacts> {
  const place = await mkdtemp(path.join(tmpdir(), 'nephra-server-'));
  try {
    const file = path.join(place, 'server.mjs');
    await writeFile(file, new TextDecoder().decode(code).replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
    const { default: server } = (await import(pathToFileURL(file).href)) as { default?: ServerPlugin<never> };
    if (typeof server !== 'object' || server === null) throw new Error('it must end with `export default defineServerPlugin({ … })`');
    const routes = (server.implementations ?? []).flatMap(({ contract }) =>
      Object.values(contract.routes).map(({ method, path: address }) => `${method} ${address}`),
    );
    const jobs = (server.jobs ?? []).map(({ name, title, purpose }) => ({
      name,
      title: title ?? { zh: name, zhtw: name, en: name },
      ...(purpose && { purpose }),
    }));
    const tables = [...new Set((server.migrations ?? []).flatMap(({ sql }) => tablesIn(sql)))];
    const migrations = (server.migrations ?? []).map(({ name }) => name);
    return { routes, ...(jobs.length > 0 && { jobs }), migrations, ...(tables.length > 0 && { tables }) };
  } catch (error) {
    throw new BuildProblem(`${source} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

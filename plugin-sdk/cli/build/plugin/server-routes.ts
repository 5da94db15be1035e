import type { PluginManifest } from '../../../contract/plugin/manifest.ts';
import { BuildProblem } from '../problem.ts';
import type { SdkLocation } from '../sdk-location.ts';
import { loadServerHalf } from './load-half.ts';

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
export async function serverFacts(code: Uint8Array, source: string, sdk: SdkLocation): Promise<ServerFacts> {
  try {
    const server = await loadServerHalf(code, sdk);
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
  }
}

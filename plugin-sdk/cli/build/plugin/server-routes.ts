import type { PluginManifest } from '../../../contract/plugin/manifest.ts';
import { rowJobs } from '../../../server/jobs/row-jobs.ts';
import { BuildProblem } from '../problem.ts';
import type { SdkLocation } from '../sdk-location.ts';
import { loadServerHalf } from './load-half.ts';

/** Stands for jobs that people make in rows. */
const ROW_JOBS = 'row-jobs';
const ROW_JOBS_TITLE = { zh: '用户在记录中建立的任务', zhtw: '使用者在紀錄中建立的工作', en: 'Jobs that people make in its rows' };

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
    // Whoever decides allows them as one.
    const hasRowJobs = server.extensions?.some(({ token }) => token.id === rowJobs.id) ?? false;
    if (hasRowJobs && !jobs.some(({ name }) => name === ROW_JOBS)) jobs.push({ name: ROW_JOBS, title: ROW_JOBS_TITLE });
    const tables = [...new Set((server.migrations ?? []).flatMap(({ sql }) => tablesIn(sql)))];
    const migrations = (server.migrations ?? []).map(({ name }) => name);
    return { routes, ...(jobs.length > 0 && { jobs }), migrations, ...(tables.length > 0 && { tables }) };
  } catch (error) {
    throw new BuildProblem(`${source} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`);
  }
}

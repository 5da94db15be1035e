import { rmSync } from 'node:fs';
import path from 'node:path';
import type { ServerPlugin } from '../../server/define-server-plugin.ts';
import { foreignFindings, hostileFindings, LONG_EFFORT, makeRows, manyRowsFindings, permissionFindings, USUAL_EFFORT } from '../../testing/live/live-checks.ts';
import { type LivePerson, personWith, signIn } from '../../testing/live/live-client.ts';
import type { LiveRoute } from '../../testing/live/live-routes.ts';
import { writePackage } from '../server/package-writing.ts';
import { loadServerHalf } from '../build/plugin/load-half.ts';
import type { PluginBuild } from '../build/plugin/plugin-build.ts';
import { BuildProblem } from '../build/problem.ts';
import type { Project } from '../project.ts';
import { DevelopmentServer } from '../server/development-server.ts';
import { leakFindings } from '../server/leaks.ts';
import { awaitOutcome, awaitSwitched } from '../server/outcome.ts';
import { allowAll, pointRegistryAt, switchEntry } from '../server/registry-entry.ts';
import { upgraded } from '../server/upgraded.ts';
import { conformanceOf } from '../check/conformance-of.ts';

export interface LiveOptions {
  readonly backend: string;
  readonly registry: string;
  readonly long: boolean;
  /** `account:password` of a system administrator, of somebody of another organisation, and of somebody without any grant of the plugin. */
  readonly admin: string;
  readonly other?: string;
  readonly without?: string;
}

interface LiveCheck {
  readonly title: string;
  readonly find: () => Promise<string[]>;
}

async function enter(backend: string, given: string): Promise<LivePerson> {
  const [account = '', password = ''] = given.split(/:(.*)/s);
  const person = await signIn(backend, account, password);
  if (!person) throw new BuildProblem(`${account} could not sign in at ${backend}; give account:password.`);
  return person;
}

const routesOf = (server: ServerPlugin<unknown> | undefined): LiveRoute[] =>
  (server?.implementations ?? []).flatMap(({ contract }) =>
    Object.entries(contract.routes).map(([name, route]) => ({ name: `${contract.name}.${name}`, route })),
  );

/**
 * Asks a real server about a built plugin: that it comes, goes, is upgraded and not downgraded, refuses whom it must, survives what people send, and leaves nothing behind.
 * The server is one of the vendor's own (PLUGIN_DEVELOPMENT=1): rows are made and dropped again.
 * @returns how many checks failed
 */
export async function runLive(project: Project, options: LiveOptions, say: (line: string) => void): Promise<number> {
  const { backend, registry } = options;
  const effort = options.long ? LONG_EFFORT : USUAL_EFFORT;
  const built = await project.build({ development: true });
  const { id } = built.manifest;
  const out = path.join(project.folder, '.nephra/package');
  const server = new DevelopmentServer(backend, id);
  const put = async (build: PluginBuild) => {
    rmSync(out, { recursive: true, force: true });
    await writePackage(out, build);
    pointRegistryAt(registry, id, out);
    allowAll(registry, build.manifest);
    return await awaitOutcome(server, build);
  };
  const code = built.manifest.server && built.files.get(built.manifest.server.entry);
  const half = code && (await loadServerHalf(code, project.sdk));
  const routes = routesOf(half);
  const nobody = personWith(backend, 'nobody', '');
  const checks: LiveCheck[] = [
    { title: 'package', find: () => conformanceOf(built) },
    {
      title: 'is taken and runs',
      find: async () => {
        const { good, lines } = await put(built);
        return good ? [] : [...lines];
      },
    },
  ];
  let failed = 0;
  const run = async ({ title, find }: LiveCheck): Promise<boolean> => {
    const findings = await find();
    say(`${findings.length === 0 ? 'ok    ' : 'FAILED'}  ${title}`);
    for (const finding of findings) say(`        ${finding}`);
    if (findings.length > 0) failed += 1;
    return findings.length === 0;
  };
  for (const check of checks) if (!(await run(check))) return failed;

  const admin = await enter(backend, options.admin);
  const other = options.other === undefined ? undefined : await enter(backend, options.other);
  const without = options.without === undefined ? undefined : await enter(backend, options.without);
  await run({ title: `who may not is refused (${routes.length} routes)`, find: () => permissionFindings(routes, nobody, without) });
  await run({ title: `hostile input (${effort.inputs} for each route)`, find: () => hostileFindings(routes, admin, effort) });
  const { made, ids } = await makeRows(routes, admin, effort.rows);
  if (made > 0) await run({ title: `${made} rows`, find: () => manyRowsFindings(routes, admin) });
  else say('skipped many rows: no route that makes rows took what its schema allows');
  if (other && ids.size > 0) await run({ title: `another organisation (${other.account})`, find: () => foreignFindings(routes, ids, other) });
  else say('skipped another organisation: name somebody of it with --other account:password');
  await run({ title: 'goes and comes back', find: () => comesBack(server, registry, id, routes, admin) });
  if ((half?.migrations ?? []).length > 0) {
    const next = await upgraded(built, half?.schema ?? '');
    await run({
      title: 'is upgraded, and no older version over its tables',
      find: async () => {
        const up = await put(next);
        const down = await put(built);
        return [...(up.good ? [] : up.lines), ...(down.good ? ['The version before ran over tables that a newer one had changed.'] : [])];
      },
    });
    await server.reset();
  }
  await put(built);
  await run({
    title: `nothing is left after ${effort.rounds} rounds off and on`,
    find: async () => {
      const { findings, weighed } = await leakFindings(server, registry, built, effort.rounds);
      say(`        ${weighed}`);
      return findings;
    },
  });
  if ((half?.migrations ?? []).length > 0) await server.reset();
  return failed;
}

async function comesBack(server: DevelopmentServer, registry: string, id: string, routes: readonly LiveRoute[], admin: LivePerson): Promise<string[]> {
  const readable = routes.find(({ route }) => route.method === 'GET' && !route.raw && !route.path.includes('{'));
  const look = async () => (readable ? (await admin.call('GET', readable.route.path)).code : 0);
  const before = await look();
  switchEntry(registry, id, false);
  const went = await awaitSwitched(server, false);
  const off = await look();
  switchEntry(registry, id, true);
  const came = await awaitSwitched(server, true);
  const after = await look();
  return [
    ...(readable && off === 200 ? [`${readable.name} answers while the plugin is off.`] : []),
    ...(went && came ? [] : [`The server did not switch it ${went ? 'on again' : 'off'}.`]),
    ...(after === before ? [] : [`${readable?.name} answered ${before} before and ${after} after it was switched off and on.`]),
  ];
}

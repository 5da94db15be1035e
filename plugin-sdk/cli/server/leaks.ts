import type { PluginBuild } from '../build/plugin/plugin-build.ts';
import { BuildProblem } from '../build/problem.ts';
import { type DevelopedPlugin, type DevelopmentServer, silenceText } from './development-server.ts';
import { awaitSwitched } from './outcome.ts';
import { switchEntry } from './registry-entry.ts';

/** Rounds before the first weighing: caches fill, code is compiled. */
const WARM_ROUNDS = 3;
/** What a round may leave in memory: the server's own books of registries and reports are among it. */
const BYTES_PER_ROUND = 150_000;
/** What may be there once more without being a leak: a call under way, a timer that is about to end. */
const SLACK = 3;

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

async function weigh(server: DevelopmentServer): Promise<DevelopedPlugin['holds']> {
  const seen = await server.look({ weigh: true });
  if (typeof seen === 'string') throw new BuildProblem(silenceText(seen, server.address));
  return seen.holds;
}

/** What grew between two weighings with this many rounds in between. */
export function leaksBetween(before: DevelopedPlugin['holds'], after: DevelopedPlugin['holds'], rounds: number): string[] {
  const grown = Object.entries(after.resources).filter(([kind, count]) => count - (before.resources[kind] ?? 0) > SLACK + rounds / 4);
  const bytes = after.heapBytes - before.heapBytes;
  return [
    ...grown.map(
      ([kind, count]) =>
        `${kind}: ${before.resources[kind] ?? 0} before, ${count} after ${rounds} rounds; what \`start\` begins, \`stop\` must end (timers, sockets, watchers).`,
    ),
    ...(bytes > BYTES_PER_ROUND * rounds ? [`${megabytes(bytes)} more memory after ${rounds} rounds; look for lists and maps at the top of a module.`] : []),
    ...(after.jobs > before.jobs ? [`${after.jobs - before.jobs} jobs more.`] : []),
    ...(after.routes > before.routes ? [`${after.routes - before.routes} routes more.`] : []),
  ];
}

/** Both weighings in one line, also where nothing is wrong: whoever looks twice sees where it goes. */
export function weighedLine(before: DevelopedPlugin['holds'], after: DevelopedPlugin['holds'], rounds: number): string {
  const kinds = [...new Set([...Object.keys(before.resources), ...Object.keys(after.resources)])].sort();
  const counts = kinds.map((kind) => `${kind} ${before.resources[kind] ?? 0}, ${after.resources[kind] ?? 0}`);
  return `before and after ${rounds} rounds: memory in use ${megabytes(before.heapBytes)}, ${megabytes(after.heapBytes)}; ${counts.join('; ')}`;
}

/** @returns what is wrong, and what was weighed */
export async function leakFindings(
  server: DevelopmentServer,
  registry: string,
  built: PluginBuild,
  rounds: number,
): Promise<{ readonly findings: string[]; readonly weighed: string }> {
  const round = async (): Promise<void> => {
    for (const on of [false, true]) {
      switchEntry(registry, built.manifest.id, on);
      if (!(await awaitSwitched(server, on))) throw new BuildProblem(`The server did not switch ${built.manifest.id} ${on ? 'on' : 'off'}.`);
    }
  };
  for (let done = 0; done < WARM_ROUNDS; done += 1) await round();
  const before = await weigh(server);
  for (let done = 0; done < rounds; done += 1) await round();
  const after = await weigh(server);
  return { findings: leaksBetween(before, after, rounds), weighed: weighedLine(before, after, rounds) };
}

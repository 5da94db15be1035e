import { watch } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BuildProblem } from '../build/problem.ts';
import type { Command } from '../command.ts';
import { openProject } from '../project.ts';
import { DevelopmentServer } from '../server/development-server.ts';
import { LogFollower } from '../server/log-follower.ts';
import { awaitOutcome } from '../server/outcome.ts';
import { writePackage } from '../server/package-writing.ts';
import { allowAll, pointRegistryAt } from '../server/registry-entry.ts';

const QUIET_MS = 120;
const FOLLOW_MS = 1_000;
const NOT_SOURCE = /(^|[\\/])(node_modules|dist|\.git|\.nephra|vendor)([\\/]|$)|\.test\.tsx?$|~$/;

export const devCommand: Command = {
  name: 'dev',
  usage: '[--registry <registry.json>] [--backend <address>] [--allow] [--reset] [--once]',
  summary: 'builds on every save for a running server, and tells what became of it',
  async run({ words, folder, say }) {
    const { values } = parseArgs({
      args: [...words],
      options: {
        registry: { type: 'string' },
        backend: { type: 'string' },
        allow: { type: 'boolean' },
        reset: { type: 'boolean' },
        once: { type: 'boolean' },
      },
    });
    const project = openProject(folder);
    const out = path.join(folder, '.nephra/package');
    const registry = values.registry === undefined ? undefined : path.resolve(folder, values.registry);
    if ((values.reset && values.backend === undefined) || (values.allow && registry === undefined))
      throw new BuildProblem('--reset needs --backend, the server that has the tables; --allow needs --registry, the file that grants.');
    let follower: LogFollower | undefined;
    let reset = values.reset ?? false;
    const publish = async (): Promise<boolean> => {
      try {
        const built = await project.build({ development: true });
        const { manifest } = built;
        await writePackage(out, built);
        if (registry !== undefined) pointRegistryAt(registry, manifest.id, out);
        if (registry !== undefined && values.allow) allowAll(registry, manifest);
        if (values.backend === undefined) {
          say(`${manifest.id} ${manifest.version} built: package in ${path.relative(folder, out)}`);
          return true;
        }
        const server = new DevelopmentServer(values.backend, manifest.id);
        follower ??= new LogFollower(server, say);
        if (reset) {
          // Once the server knows the plugin, whether it took the build or not: a migration that was edited is why one resets.
          await awaitOutcome(server, built);
          const tables = await server.reset();
          reset = false;
          say(tables.length === 0 ? 'There were no tables to drop.' : `Dropped ${tables.join(', ')}.`);
        }
        const { good, lines, seen } = await awaitOutcome(server, built);
        for (const line of lines) say(line);
        if (seen) follower.show(seen);
        return good;
      } catch (error) {
        if (!(error instanceof BuildProblem)) throw error;
        for (const problem of error.problems) say(problem);
        return false;
      }
    };
    const good = await publish();
    if (values.once) return good ? 0 : 1;
    if (registry === undefined) say(`Give the server's registry.json an entry with "source": "${out}", or start again with --registry <file>.`);
    say(
      values.backend === undefined
        ? 'Watching. A page that is open keeps its version: sign in again, or "reload now" in the plugin administration, to see the change. Ctrl-C ends it.'
        : 'Watching. Pages that are open follow each build; what the server logs about the plugin comes here. Ctrl-C ends it.',
    );

    let waiting: NodeJS.Timeout | undefined;
    let running = Promise.resolve(true);
    watch(folder, { recursive: true }, (_event, name) => {
      if (name === null || NOT_SOURCE.test(name)) return;
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        running = running.then(publish);
      }, QUIET_MS);
    });
    setInterval(() => {
      running = running.then(async (before) => {
        await follower?.follow();
        return before;
      });
    }, FOLLOW_MS);
    return new Promise(() => {});
  },
};

import { existsSync, readFileSync, rmSync, utimesSync, watch, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeFiles } from '../build/package-files.ts';
import type { PluginBuild } from '../build/plugin/plugin-build.ts';
import { BuildProblem } from '../build/problem.ts';
import type { Command } from '../command.ts';
import { openProject } from '../project.ts';

const QUIET_MS = 120;
const NOT_SOURCE = /(^|[\\/])(node_modules|dist|\.git|\.nephra)([\\/]|$)|\.test\.tsx?$|~$/;

interface RegistryText {
  plugins?: { id: string; source: string; enabled: boolean }[];
}

/** Points the hospital's registry at the package folder, once; after that a new time stamp makes the server look again. */
export function pointRegistryAt(registry: string, id: string, packageFolder: string): 'added' | 'touched' {
  if (!existsSync(registry)) throw new BuildProblem(`${registry} does not exist; name the registry.json of the server that you develop against.`);
  const text = JSON.parse(readFileSync(registry, 'utf8')) as RegistryText;
  const source = path.relative(path.dirname(registry), packageFolder) || '.';
  const known = text.plugins?.find((entry) => entry.id === id);
  if (known?.source === source && known.enabled) {
    const now = new Date();
    utimesSync(registry, now, now);
    return 'touched';
  }
  const others = (text.plugins ?? []).filter((entry) => entry.id !== id);
  writeFileSync(registry, `${JSON.stringify({ ...text, plugins: [...others, { id, source, enabled: true }] }, null, 2)}\n`);
  return 'added';
}

/** Asks the server what became of the plugin; it needs a moment to look at the registry. */
async function stateAt(backend: string, { manifest }: PluginBuild): Promise<string> {
  for (let tries = 0; tries < 20; tries += 1) {
    try {
      const answer = (await (await fetch(new URL('/api/health', backend))).json()) as { data?: { plugins?: { id: string; version: string; state: string }[] } };
      if (answer.data && !answer.data.plugins) return `given to ${backend}, which tells only administrators and its own computer what it runs`;
      const found = answer.data?.plugins?.find((plugin) => plugin.id === manifest.id);
      if (found?.version === manifest.version) return `${found.state} at ${backend}`;
    } catch {
      return `no answer from ${backend}`;
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return `not yet known to ${backend}; is its registry.json pointing here?`;
}

export const devCommand: Command = {
  name: 'dev',
  usage: '[--registry <registry.json>] [--backend <address>] [--once]',
  summary: 'builds on every save for a running server',
  async run({ words, folder, say }) {
    const { values } = parseArgs({ args: [...words], options: { registry: { type: 'string' }, backend: { type: 'string' }, once: { type: 'boolean' } } });
    const project = openProject(folder);
    const out = path.join(folder, '.nephra/package');
    const publish = async (): Promise<boolean> => {
      try {
        const built = await project.build({ development: true });
        // The manifest comes last: the server looks at it to see that the package is new and whole.
        rmSync(path.join(out, 'manifest.json'), { force: true });
        rmSync(out, { recursive: true, force: true });
        await writeFiles(out, new Map([...built.files].filter(([name]) => name !== 'manifest.json')), false);
        await writeFiles(out, new Map([['manifest.json', built.files.get('manifest.json') ?? new Uint8Array()]]), false);
        if (values.registry) pointRegistryAt(path.resolve(folder, values.registry), built.manifest.id, out);
        const state = values.backend ? await stateAt(values.backend, built) : `package in ${path.relative(folder, out)}`;
        say(`${built.manifest.id} ${built.manifest.version} built: ${state}`);
        return true;
      } catch (error) {
        if (!(error instanceof BuildProblem)) throw error;
        for (const problem of error.problems) say(problem);
        return false;
      }
    };
    const good = await publish();
    if (values.once) return good ? 0 : 1;
    if (!values.registry) say(`Give the server's registry.json an entry with "source": "${out}", or start again with --registry <file>.`);
    say('Watching. A page that is open keeps its version: sign in again, or "reload now" in the plugin administration, to see the change. Ctrl-C ends it.');

    let waiting: NodeJS.Timeout | undefined;
    let running = Promise.resolve(true);
    watch(folder, { recursive: true }, (_event, name) => {
      if (name === null || NOT_SOURCE.test(name)) return;
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        running = running.then(publish);
      }, QUIET_MS);
    });
    return new Promise(() => {});
  },
};

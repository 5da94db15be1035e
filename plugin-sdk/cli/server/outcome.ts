import type { PluginBuild } from '../build/plugin/plugin-build.ts';
import { type DevelopedPlugin, type DevelopmentServer, silenceText } from './development-server.ts';

const TRIES = 60;
const PAUSE_MS = 250;

export interface Outcome {
  /** Whether the build runs. */
  readonly good: boolean;
  readonly lines: readonly string[];
  readonly seen?: DevelopedPlugin;
}

/** What a build became, in sentences. */
export function outcomeOf(built: Pick<PluginBuild, 'manifest' | 'manifestIntegrity'>, seen: DevelopedPlugin): Outcome | undefined {
  const name = `${built.manifest.id} ${built.manifest.version}`;
  if (seen.fileError !== '') return { good: false, seen, lines: [`${name} built, but the server refuses registry.json: ${seen.fileError}`] };
  if (seen.state === 'disabled') return { good: false, seen, lines: [`${name} built; registry.json has it switched off.`] };
  if (seen.state === 'active' && seen.runningIntegrity === built.manifestIntegrity)
    return { good: true, seen, lines: [`${name} runs: ${seen.running}, started in ${seen.startedInMs} ms.`] };
  // The server has looked at this build when it is what registry.json leads to.
  const looked = seen.foundIntegrity === built.manifestIntegrity || (seen.foundIntegrity === '' && seen.state !== '');
  if (!looked || seen.state === 'active' || seen.state === '') return undefined;
  const { privileges, outbound, jobs } = seen.undecided;
  const asked = [...privileges, ...outbound, ...jobs];
  return {
    good: false,
    seen,
    lines: [
      `${name} was refused (${seen.state}): ${seen.reason}`,
      ...(asked.length > 0 ? ['Run dev with --allow to grant on this server all that it asks for.'] : []),
      ...(seen.running === '' ? [] : [`What still answers is the build before, ${seen.running}.`]),
    ],
  };
}

/** Asks the server until it has looked at this very build. */
export async function awaitOutcome(server: DevelopmentServer, built: PluginBuild): Promise<Outcome> {
  let seen: DevelopedPlugin | undefined;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const answer = await server.look();
    if (typeof answer === 'string') return { good: answer === 'closed', lines: [silenceText(answer, server.address)] };
    seen = answer;
    const outcome = outcomeOf(built, answer);
    if (outcome) return outcome;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  const what = !seen || seen.state === '' ? 'its registry.json does not name the plugin' : `it still has another build of it (${seen.state})`;
  return { good: false, lines: [`${server.address} has not taken the build: ${what}. Is --registry the file that this server reads (REGISTRY_FILE)?`] };
}

const QUICK_MS = 50;
const PATIENCE = 600;

/** Waits until the server has switched the plugin. @returns false when it does not */
export async function awaitSwitched(server: DevelopmentServer, on: boolean): Promise<boolean> {
  for (let tries = 0; tries < PATIENCE; tries += 1) {
    const seen = await server.look();
    if (typeof seen !== 'string' && (on ? seen.state === 'active' : seen.state === 'disabled')) return true;
    await new Promise((resolve) => setTimeout(resolve, QUICK_MS));
  }
  return false;
}

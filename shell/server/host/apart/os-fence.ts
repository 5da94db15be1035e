import { spawnSync } from 'node:child_process';

/** What goes before a command so that the system itself keeps it in. */
export interface OsFence {
  readonly before: readonly string[];
  /** No network, not even of this computer. */
  readonly network: boolean;
  /** It ends with the server, however that ends, a loop without end included. */
  readonly endsWithServer: boolean;
}

const PROBE_MS = 3_000;
const works = (command: string, words: readonly string[]): boolean =>
  spawnSync(command, [...words, 'true'], { stdio: 'ignore', timeout: PROBE_MS }).status === 0;

let found: OsFence | undefined;

/** Looks once what the system offers: a network of its own that leads nowhere (`unshare`), and an end with its parent (`setpriv`). */
export function osFence(): OsFence {
  found ??= look();
  return found;
}

function look(): OsFence {
  const [network = []] = [
    ['unshare', '--net', '--'],
    ['unshare', '--user', '--map-root-user', '--net', '--'],
  ].filter(([command = '', ...words]) => works(command, words));
  const parent = ['setpriv', '--pdeathsig', 'KILL', '--'];
  const [command = '', ...words] = [...network, ...parent];
  const endsWithServer = works(command, words);
  return { before: [...network, ...(endsWithServer ? parent : [])], network: network.length > 0, endsWithServer };
}

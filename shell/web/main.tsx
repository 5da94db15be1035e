import { readApiBase } from './boot/api-base.ts';
import { type StartOptions, startShell } from './start-shell.tsx';
import { browserSurroundings } from './surroundings.ts';

/** Entry `shell`: called by the boot script for a signed-in visitor, and by the login page after sign-in. */
export async function start(options: StartOptions = {}): Promise<void> {
  await startShell(browserSurroundings(readApiBase(document)), options);
}

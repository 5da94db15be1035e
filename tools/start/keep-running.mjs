import { statSync } from 'node:fs';
import path from 'node:path';

/** What the server's watchdog leaves when it ends the server for a plugin; `shell/server/host/guard/watchdog/watchdog.ts` writes it. */
export const STRIKE_FILE = 'plugin-strikes.jsonl';

/**
 * Runs the server, and again when it was ended because a plugin held it: the plugin is then put aside, and the hospital goes on.
 * @param {() => {ended: Promise<number>}} start runs one server
 * @param {string} dataDir
 * @param {(line: string) => void} say
 * @returns {Promise<number>} the exit code of a server that ended for any other reason
 */
export async function keepRunning(start, dataDir, say) {
  const file = path.join(path.resolve(dataDir), STRIKE_FILE);
  const mark = () => statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  for (;;) {
    const before = mark();
    const code = await start().ended;
    const now = mark();
    // The file of an earlier end that nobody took in starts nothing: the server cannot start at all then.
    if (now === undefined || now === before) return code;
    say('A plugin held the server; it is started again without the plugin.');
  }
}

import { appendFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { parentPort, workerData } from 'node:worker_threads';
import type { NewStrike, WatchdogStart } from './watchdog-messages.ts';

/** The thread beside the server that sees when the server hears nothing any more; it has nothing of its own to wait for. */
const { beats, checkMs, stillChecks, strikeFile } = workerData as WatchdogStart;
const beatsSeen = new Int32Array(beats);
/** Folders of packages from outside, longest first. */
let watched: readonly { readonly pluginId: string; readonly version: string; readonly folder: string }[] = [];
parentPort?.on('message', (packages: typeof watched) => {
  watched = [...packages].sort((a, b) => b.folder.length - a.folder.length);
});

let last = -1;
let still = 0;
let asking = false;
setInterval(() => {
  const beat = Atomics.load(beatsSeen, 0);
  still = beat === last ? still + 1 : 0;
  last = beat;
  // Counted in looks of this thread: a machine that slept made none.
  if (still >= stillChecks && !asking && watched.length > 0) findWhoHolds();
}, checkMs);

/** Stops the main thread where it is, looks whose code it runs, and lets it go on unless that is a plugin's from outside. */
function findWhoHolds(): void {
  asking = true;
  const session = new Session();
  session.connectToMainThread();
  const end = (): void => {
    session.post('Debugger.disable', () => {
      session.disconnect();
      asking = false;
      still = 0;
    });
  };
  // Frames name their script by a number; which file that is was told when the debugger was asked in.
  const files = new Map<string, string>();
  session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => void files.set(scriptId, decodeURI(url)));
  session.on('Debugger.paused', ({ params }) => {
    const frames = params.callFrames.map(({ functionName, location }) => ({ functionName, file: files.get(location.scriptId) ?? '' }));
    const guilty = frames.flatMap(({ file }) => watched.filter(({ folder }) => file.includes(folder)))[0];
    if (guilty === undefined) {
      session.post('Debugger.resume', end);
      return;
    }
    const place = frames.find(({ file }) => file.includes(guilty.folder))?.functionName ?? '';
    const strike: NewStrike = { pluginId: guilty.pluginId, version: guilty.version, kind: 'hang', place };
    appendFileSync(strikeFile, `${JSON.stringify(strike)}\n`, { mode: 0o600 });
    // Nothing else ends a loop of the main thread without leaving a state that nobody knows. Whoever started the server starts it again.
    process.kill(process.pid, 'SIGKILL');
  });
  session.post('Debugger.enable', () => session.post('Debugger.pause'));
}

import { Worker } from 'node:worker_threads';

/** Minutes that a check or a pack may take in all. */
export const COMMAND_MINUTES = 8;

/** A thread of its own: a loop without end in somebody's module leaves no timer of this one a chance. */
const SOURCE = `
const { parentPort, workerData } = require('node:worker_threads');
const { writeSync } = require('node:fs');
let step = '';
parentPort.on('message', (text) => { step = text; });
setTimeout(() => {
  writeSync(2, 'Given up after ' + workerData.minutes + ' minutes' + (step === '' ? '' : ', at: ' + step) + '. Look for a loop without end, or an import that waits.\\n');
  process.kill(process.pid, 'SIGKILL');
}, workerData.minutes * 60000);
`;

export interface TimeLimit {
  /** Says what is under way. */
  at(step: string): void;
  end(): void;
}

/** Ends this process when `minutes` are over, whatever it does. */
export function startTimeLimit(minutes = COMMAND_MINUTES): TimeLimit {
  const worker = new Worker(SOURCE, { eval: true, workerData: { minutes } });
  worker.unref();
  return { at: (step) => worker.postMessage(step), end: () => void worker.terminate() };
}

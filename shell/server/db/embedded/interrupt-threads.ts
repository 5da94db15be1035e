import { isMainThread } from 'node:worker_threads';

/** How long a thread may take to hear it; one that is no thread any more never does. */
const PATIENCE_MS = 5_000;

/** Threads that calculate can be interrupted: this Node was built with its inspector, as all usual ones are, and this is the main thread, which alone knows the others. */
export const canInterruptThreads = (): boolean => process.features.inspector && isMainThread;

/**
 * Runs an expression in every thread that this one has started, in the midst of whatever it is doing: a thread that calculates hears no message before it is
 * done, but the engine of JavaScript looks between two rounds of a loop, of WebAssembly as well, whether its inspector has something for it. Nothing is opened to the
 * outside, no debugger is turned on, and the connection to it ends with the answers.
 * @returns once all have answered
 */
export async function interruptThreads(expression: string): Promise<void> {
  const { Session } = await import('node:inspector');
  const session = new Session();
  session.connect();
  const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } });
  let asked = 0;
  let answered = 0;
  try {
    await new Promise<void>((done) => {
      setTimeout(done, PATIENCE_MS).unref();
      session.on('NodeWorker.attachedToWorker', ({ params: { sessionId } }) => {
        asked += 1;
        session.post('NodeWorker.sendMessageToWorker', { sessionId, message });
      });
      session.on('NodeWorker.receivedMessageFromWorker', () => {
        answered += 1;
        if (answered === asked) done();
      });
      session.post('NodeWorker.enable', { waitForDebuggerOnStart: false }, (error) => {
        if (error || asked === 0) done();
      });
    });
  } finally {
    session.disconnect();
  }
}

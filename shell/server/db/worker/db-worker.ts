import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { CHECKPOINT_WITH_SHORT_LOG } from '../embedded/short-log.ts';
import type { FromWorker, ToWorker, WorkerStart } from '../embedded/worker-messages.ts';
import { EngineSession } from './engine-session.ts';
import { openEngine } from './open-engine.ts';
import { StatementCancel } from './statement-cancel.ts';

/** Thread that runs the embedded engine; it speaks `worker-messages.ts` and works off one message after another. */
const port = ownPort();

function ownPort(): MessagePort {
  if (!parentPort) throw new Error('db-worker runs as a worker thread only');
  return parentPort;
}

const post = (message: FromWorker, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);
const postBytes = (bytes: Uint8Array, make: (owned: Uint8Array) => FromWorker): void => post(make(bytes), [bytes.buffer as ArrayBuffer]);

function stop(error: unknown): never {
  post({ type: 'fatal', reason: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}

async function main(): Promise<void> {
  const { engine, serverVersion } = await openEngine(workerData as WorkerStart, (line) => post({ type: 'log', line }));
  const session = new EngineSession(engine, (connection, bytes) => postBytes(bytes, (owned) => ({ type: 'bytes', connection, bytes: owned })), stop);

  const cancel = new StatementCancel(engine);

  const handle = async (message: ToWorker): Promise<void> => {
    switch (message.type) {
      case 'bytes':
        await cancel.during(() => session.receive(message.connection, message.bytes));
        return post({ type: 'done' });
      case 'end':
        return await session.end(message.connection);
      case 'blob':
        await cancel.during(() => engine._handleBlob(new Blob([message.bytes as Uint8Array<ArrayBuffer>])));
        return post({ type: 'done' });
      case 'snapshot': {
        // Without it the latest commits are in the engine's memory only.
        await engine.exec(CHECKPOINT_WITH_SHORT_LOG);
        const dump = await engine.dumpDataDir('none');
        return postBytes(new Uint8Array(await dump.arrayBuffer()), (bytes) => ({ type: 'snapshot', bytes }));
      }
      case 'close':
        await engine.close();
        post({ type: 'closed' });
        return port.close();
    }
  };

  let tail = Promise.resolve();
  port.on('message', (message: ToWorker) => {
    tail = tail.then(() => handle(message)).catch(stop);
  });
  post({ type: 'ready', serverVersion });
}

main().catch(stop);

import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { isAppError } from '../../../plugin-sdk/contract/errors.ts';
// Not through the door of the SDK: this thread is started for every file and loads nothing that reading does not need.
import { parseSheet, parseSheetPart } from '../../../plugin-sdk/server/xlsx/read-xlsx.ts';
import { parseZippedLines } from '../../../plugin-sdk/server/xlsx/zip-lines.ts';
import { parseDocx } from './docx/docx-html.ts';
import type { ForeignJob, FromReader } from './foreign-messages.ts';

/** Thread that reads one file from outside and ends. It has no access to anything but the bytes that it was given. */
const BATCH_LINES = 1_000;

const port = ownPort();
const post = (message: FromReader): void => port.postMessage(message);
const asked = (): Promise<void> => new Promise((resolve) => port.once('message', () => resolve()));

function ownPort(): MessagePort {
  if (!parentPort) throw new Error('foreign-worker runs as a worker thread only');
  return parentPort;
}

async function sendLines(lines: AsyncIterable<string>): Promise<void> {
  let batch: string[] = [];
  const send = async (): Promise<void> => {
    if (batch.length === 0) return;
    const wanted = asked();
    post({ type: 'lines', lines: batch });
    batch = [];
    await wanted;
  };
  for await (const line of lines) {
    batch.push(line);
    if (batch.length >= BATCH_LINES) await send();
  }
  await send();
  post({ type: 'end' });
}

async function read(job: ForeignJob): Promise<void> {
  const content = Buffer.from(job.content.buffer, job.content.byteOffset, job.content.byteLength);
  if (job.kind === 'sheet') post({ type: 'sheet', sheet: await parseSheet(content, job.limits) });
  else if (job.kind === 'sheet-part') post({ type: 'sheet-part', part: await parseSheetPart(content, job.at, job.limits) });
  else if (job.kind === 'docx') post({ type: 'docx', document: await parseDocx(content, job.limits) });
  else if (job.kind === 'picture') {
    // The readers of pictures are loaded by who reads one.
    const { smallPicture } = await import('./picture/small-picture.ts');
    post({ type: 'picture', jpeg: smallPicture(content, job.side) });
  } else await sendLines(parseZippedLines(content, job.limits));
}

read(workerData as ForeignJob).catch((error: unknown) => {
  if (isAppError(error)) post({ type: 'refused', key: error.key, code: error.code, params: error.params });
  else post({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
});

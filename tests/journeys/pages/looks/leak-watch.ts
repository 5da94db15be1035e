import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Desk } from '../desk.ts';

/** What the server keeps to itself: the demo connections' secrets as they were typed. */
export const secretsOfConnections = (): string[] => {
  const { connections } = JSON.parse(readFileSync(path.resolve('.build/seed/insurance.json'), 'utf8')) as {
    connections: { secrets: Record<string, string> }[];
  };
  return connections.flatMap((one) => Object.values(one.secrets)).filter((secret) => secret !== '');
};

export const idNumbersOfPatients = (): string[] => {
  const { patients } = JSON.parse(readFileSync(path.resolve('.build/seed/patient.json'), 'utf8')) as { patients: { patientIdcard?: string }[] };
  return patients.map((one) => one.patientIdcard ?? '').filter((number) => number.length === 18);
};

/** `v1.` and base64url of nonce, tag and at least one byte. */
const SEALED = /v1\.[A-Za-z0-9_-]{39,}/;
const SIGNATURE_HEADERS = /x-tif-(signature|nonce|timestamp)/i;

export interface LeakWatch {
  /** `what at which address`, for everything that must not have come. */
  readonly found: string[];
  /** Addresses of the answers that were read to their last byte. */
  readonly read: string[];
  /** Socket frames that were read. */
  frames(): number;
  /** Says that an answer came whose content could not be read. */
  readonly unread: string[];
  /** Waits until everything that is on its way has been read. */
  end(): Promise<void>;
}

/**
 * Reads every answer and every socket frame that reaches one browser, before its page does, and notes whatever opens doors or names a patient's
 * identity document.
 */
export async function watchForLeaks({ context, page }: Desk): Promise<LeakWatch> {
  const doors = secretsOfConnections();
  const numbers = idNumbersOfPatients();
  const found: string[] = [];
  const read: string[] = [];
  const unread: string[] = [];
  let frames = 0;
  const look = (where: string, text: string): void => {
    if (doors.some((secret) => text.includes(secret))) found.push(`secret of a connection at ${where}`);
    if (SIGNATURE_HEADERS.test(text)) found.push(`signature header at ${where}`);
    if (SEALED.test(text)) found.push(`sealed text at ${where}`);
    if (numbers.some((number) => text.includes(number))) found.push(`full ID number at ${where}`);
  };
  page.on('websocket', (socket) => {
    const note = ({ payload }: { payload: string | Buffer }) => {
      frames += 1;
      look(`socket ${new URL(socket.url()).pathname}`, payload.toString());
    };
    socket.on('framereceived', note);
    socket.on('framesent', note);
  });
  // Pages that are handed over by this watch count as foreign to the loopback address; without the grant the browser opens no socket.
  await context.grantPermissions(['local-network-access']);
  await context.route('**/*', async (route) => {
    const request = route.request();
    const where = `${request.method()} ${new URL(request.url()).pathname}`;
    const answer = await route.fetch({ maxRedirects: 0, timeout: 0 }).catch(() => undefined);
    // The page left meanwhile: nothing came.
    if (!answer) return await route.abort().catch(() => undefined);
    const body = await answer.body().catch(() => undefined);
    if (body === undefined) unread.push(where);
    else {
      read.push(where);
      look(where, `${JSON.stringify(answer.headers())}\n${body.toString('utf8')}`);
    }
    await route.fulfill({ response: answer, ...(body ? { body } : {}) }).catch(() => undefined);
  });
  return { found, read, unread, frames: () => frames, end: () => context.unrouteAll({ behavior: 'wait' }) };
}

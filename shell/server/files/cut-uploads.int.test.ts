import { readdirSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cutCases } from '../../../tests/support/faults/cut-cases.ts';
import { ended, multipartHeaders, openPort, openSocket, uploadBytes, written } from '../../../tests/support/faults/cut-call.ts';
import { startTestServer, type TestClient, type TestServer } from '../../../tests/support/server.ts';

const FILE = { url: '/api/file/Uploader/annex', fileName: 'note.txt', content: 'x'.repeat(40_000) };
const EXPORT = '/api/system/AuditLog/Actions/Export?currentPage=1&pageSize=20';

describe('uploads that are cut off', () => {
  let server: TestServer;
  let people: TestClient[];
  let admin: TestClient;
  let port: number;
  beforeAll(async () => {
    server = await startTestServer({ config: { heavyCalls: 2, uploadLimitMb: 1 } });
    people = [await server.signIn('doctor'), await server.signIn('nurse')];
    admin = await server.signIn('admin');
    port = await openPort(server);
  });
  afterAll(() => server.close());

  const waiting = (): string[] => {
    try {
      return readdirSync(path.join(server.config.dataDir, 'files/incoming'));
    } catch {
      return [];
    }
  };
  const personAt = (index: number): TestClient => people[index % people.length] as TestClient;
  const upload = async (client: TestClient): Promise<{ code: number }> => {
    const { body } = uploadBytes(client, FILE);
    return (await client.raw({ method: 'POST', url: FILE.url, payload: body, headers: multipartHeaders })).json();
  };
  const uploadWorks = async (client: TestClient): Promise<void> => expect(await upload(client)).toMatchObject({ code: EnvelopeCode.Ok });
  const exportWorks = async (): Promise<void> => expect((await admin.raw({ method: 'GET', url: EXPORT })).statusCode).toBe(200);

  it('at any byte and by either side leave no file and no place behind', async () => {
    const { body } = uploadBytes(personAt(0), FILE);
    const cuts = fc.array(fc.record({ bytes: fc.oneof(fc.nat(400), fc.nat(body.length - 1)), by: fc.constantFrom('client', 'server') }), {
      minLength: 3,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(cuts, async (calls) => {
        await Promise.all(
          calls.map(async ({ bytes, by }, index) => {
            const socket = await openSocket(port);
            const sent = uploadBytes(personAt(index), FILE);
            await written(socket, Buffer.concat([sent.head, sent.body.subarray(0, bytes)]));
            if (by === 'client') socket.destroy();
            // The server may hear of a connection later than its client.
            while (!socket.destroyed) {
              server.server.app.server.closeAllConnections();
              await new Promise(setImmediate);
            }
          }),
        );
        await expect.poll(waiting).toEqual([]);
        await expect.poll(async () => (await upload(personAt(0))).code).toBe(EnvelopeCode.Ok);
        await exportWorks();
      }),
      { numRuns: cutCases(12) },
    );
  });

  it('let others work while they drip: a hundred senders who stop after five bytes', async () => {
    const sockets = await Promise.all(
      Array.from({ length: 100 }, async (_none, index) => {
        const socket = await openSocket(port);
        const { head, body } = uploadBytes(personAt(index), FILE);
        await written(socket, Buffer.concat([head, body.subarray(0, 5)]));
        return socket;
      }),
    );
    await uploadWorks(admin);
    await exportWorks();
    for (const socket of sockets) socket.destroy();
    await Promise.all(sockets.map(ended));
    await expect.poll(waiting).toEqual([]);
    // Who hung up has all places back, once the server has heard of it.
    for (const one of people) await expect.poll(async () => (await upload(one)).code).toBe(EnvelopeCode.Ok);
  });
});

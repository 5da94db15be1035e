import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectWaitingWithoutConnections } from '../../../../tests/support/faults/lock-waiters.ts';
import { DEMO_PASSWORD, startTestServer, type TestClient, type TestServer } from '../../../../tests/support/server.ts';
import { testEngine } from '../../../../tests/support/databases/test-database.ts';
import { clientHash } from '../password/password-hash.ts';

const AT_ONCE = 15;

describe.runIf(testEngine === 'postgres')('fifteen who sign in, and somebody reads', () => {
  let server: TestServer;
  let reader: TestClient;
  beforeAll(async () => {
    server = await startTestServer({ config: { loginFailuresAllowed: 40 } });
    reader = await server.signIn('nurse');
    // From here the account is known at this address: it is counted apart, and no picture is asked for.
    await server.signIn('doctor');
  });
  afterAll(() => server?.close());

  const signIn = () => {
    const form = new URLSearchParams({ account: 'doctor', password: clientHash(DEMO_PASSWORD), origin: 'password', grant_type: 'password' });
    return server.nobody.post('/api/oauth/Login', form.toString(), { 'content-type': 'application/x-www-form-urlencoded' });
  };

  it('as one account: they wait for its row in a queue, and none has a connection while it is hashed', async () => {
    const ended = await expectWaitingWithoutConnections(server.database, {
      hold: () => sql`select id from core.user_account where account = 'doctor' for update`.execute(server.database.kysely),
      acts: Array.from({ length: AT_ONCE }, () => signIn),
      read: async () => expect((await reader.get('/api/oauth/CurrentUser')).code).toBe(200),
    });
    expect(ended.map((one) => (one.status === 'fulfilled' ? (one.value as { code: number }).code : String(one.reason)))).toEqual(ended.map(() => 200));
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_PLUGINS, startTestServer, type TestClient, type TestServer } from '../../../tests/support/server.ts';
import { connectSocket, type SocketClient } from '../../../tests/support/socket-client.ts';

describe('chat', () => {
  let server: TestServer;
  let address: string;
  beforeAll(async () => {
    server = await startTestServer({ plugins: ALL_PLUGINS });
    address = await server.server.listen();
  });
  afterAll(() => server.close());

  it('sends', async () => {
    const doctor = await server.signIn('doctor');
    const nurse = await server.signIn('nurse');
    const [a, b]: SocketClient[] = [await connectSocket(address, doctor.token), await connectSocket(address, nurse.token)];
    a?.socket.send(
      JSON.stringify({ method: 'SendMessage', token: doctor.token, toUserId: 'user-nurse', messageType: 'text', messageContent: ' 您好 [微笑] ', ref: '1' }),
    );
    await new Promise((resolve) => setTimeout(resolve, 1500));
    console.log(JSON.stringify(a?.frames, null, 1), JSON.stringify(b?.frames, null, 1));
    console.log(JSON.stringify(await doctor.get('/api/message/imreply'), null, 1));
    expect(1).toBe(1);
  });
});

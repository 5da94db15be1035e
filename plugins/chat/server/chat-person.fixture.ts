import type { TestClient, TestServer } from '../../../tests/support/server.ts';
import { connectSocket, type SocketClient } from '../../../tests/support/socket-client.ts';

type Frame = Readonly<Record<string, unknown>>;

/** What became of a frame: its answer, or the key of the refusal. */
export interface Outcome {
  readonly answer: Frame;
  readonly error: string;
}

/** Somebody at a window with a socket. */
export interface ChatPerson extends SocketClient {
  readonly client: TestClient;
  /** Sends a frame and waits for its answer. */
  ask(method: string, body: Frame): Promise<Outcome>;
  /** Sends a message. */
  write(toUserId: string, messageContent: unknown, over?: Frame): Promise<Outcome>;
  /** Frames of this method that have come. */
  got(method: string): readonly Frame[];
  /** Forgets what has come. */
  forget(): void;
}

/** Signs somebody in and opens a socket. */
export async function chatPerson(server: TestServer, address: string, account: string): Promise<ChatPerson> {
  const client = await server.signIn(account);
  const socket = await connectSocket(address, client.token);
  const frames = socket.frames as Frame[];
  let refs = 0;
  const waiting = new Map<unknown, (frame: Frame) => void>();
  socket.socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as Frame;
    waiting.get(frame.ref)?.(frame);
    waiting.delete(frame.ref);
  });
  const ask: ChatPerson['ask'] = async (method, body) => {
    refs += 1;
    const ref = `${account}-${refs}`;
    const answered = new Promise<Frame>((resolve) => waiting.set(ref, resolve));
    socket.socket.send(JSON.stringify({ ...body, method, token: client.token, ref }));
    const answer = await answered;
    const extras = answer.extras as { readonly error: string } | undefined;
    return { answer, error: answer.method === 'refused' ? (extras?.error ?? '') : '' };
  };
  return {
    ...socket,
    client,
    ask,
    write: (toUserId, messageContent, over = {}) => ask('SendMessage', { toUserId, messageType: 'text', messageContent, ...over }),
    got: (method) => frames.filter((one) => one.method === method),
    forget: () => {
      frames.length = 0;
    },
  };
}

import { once } from 'node:events';
import WebSocket from 'ws';

type SocketFrame = Readonly<Record<string, unknown>>;

/** A real socket to a listening test server, greeted in the name of a session. */
export interface SocketClient {
  readonly socket: WebSocket;
  /** Frames so far, oldest first. */
  readonly frames: readonly SocketFrame[];
  /** First frame with this method, come or coming. */
  frame(method: string): Promise<SocketFrame>;
  /** Close code, once it is closed. */
  readonly closed: Promise<number>;
}

/** Opens a socket and waits until it is greeted, or closed. @param address as `server.listen()` answers it */
export async function connectSocket(address: string, token: string, greeting: Readonly<Record<string, unknown>> = {}): Promise<SocketClient> {
  const host = new URL(address).host.replace('localhost', '127.0.0.1');
  const socket = new WebSocket(`ws://${host}/api/message/websocket`, { origin: `http://${host}` });
  const frames: SocketFrame[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (data: Buffer) => {
    frames.push(JSON.parse(data.toString()) as SocketFrame);
    for (const look of waiting) look();
  });
  const closed = once(socket, 'close').then(([code]) => code as number);
  await once(socket, 'open');
  const frame = (method: string): Promise<SocketFrame> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = frames.find((one) => one.method === method);
        if (!found) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  socket.send(JSON.stringify({ method: 'OnConnection', token, mobileDevice: false, ...greeting }));
  // Refused greetings end the socket instead.
  await Promise.race([frame('online'), closed]);
  return { socket, frames, frame, closed };
}

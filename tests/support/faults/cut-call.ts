import { connect, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { TestClient, TestServer } from '../server.ts';

export interface SentFile {
  readonly url: string;
  readonly fileName: string;
  readonly content: Buffer | string;
}

const BOUNDARY = '----nephra-cut';

/** An upload as bytes on the wire, head and body apart. */
export function uploadBytes({ token }: Pick<TestClient, 'token'>, { url, fileName, content }: SentFile): { readonly head: Buffer; readonly body: Buffer } {
  const body = Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: application/octet-stream\r\n\r\n`),
    Buffer.from(content),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
  const lines = [
    `POST ${url} HTTP/1.1`,
    'Host: nephra.test',
    `Authorization: ${token}`,
    `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
    `Content-Length: ${body.length}`,
  ];
  return { head: Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body };
}

export const multipartHeaders = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

/** Opens the port of a test server, once; injected calls go on working. */
export async function openPort({ server: { app } }: TestServer): Promise<number> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

/** A connection that takes whatever ends it as an end. */
export async function openSocket(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  socket.on('error', () => undefined);
  // Unread, it would not notice its end.
  socket.resume();
  return socket;
}

/** Resolves when everything that was written has left this process. */
export const written = (socket: Socket, bytes: Buffer | string): Promise<void> => new Promise((resolve) => socket.write(bytes, () => resolve()));

/** Resolves when the connection is gone, whoever ended it. */
export const ended = (socket: Socket): Promise<void> => new Promise((resolve) => (socket.destroyed ? resolve() : socket.once('close', () => resolve())));

import type { ServerResponse } from 'node:http';
import type { Node } from '../nodes.ts';

const JSON_TYPE = 'application/json;charset=UTF-8';

const isGone = (response: ServerResponse) => response.destroyed || response.writableEnded;

/** Whole answer at once. */
export function sendBytes(response: ServerResponse, status: number, contentType: string, body: Buffer, headers: Readonly<Record<string, string>> = {}): void {
  if (isGone(response)) return;
  response.writeHead(status, { 'content-type': contentType, 'content-length': body.length, ...headers });
  response.end(body);
}

export const sendJson = (response: ServerResponse, status: number, body: Node | readonly unknown[], headers: Readonly<Record<string, string>> = {}): void =>
  sendBytes(response, status, JSON_TYPE, Buffer.from(JSON.stringify(body)), headers);

/** The first half of the JSON, as if it were all. */
export function sendHalf(response: ServerResponse, body: Node, headers: Readonly<Record<string, string>>): void {
  const whole = Buffer.from(JSON.stringify(body));
  sendBytes(response, 200, JSON_TYPE, whole.subarray(0, Math.floor(whole.length / 2)), headers);
}

/** The same bytes in many pieces, each in a packet of its own; letters of several bytes are torn apart too. */
export async function sendInPieces(response: ServerResponse, body: Node, pieces: number, headers: Readonly<Record<string, string>>): Promise<void> {
  const whole = Buffer.from(JSON.stringify(body));
  const size = Math.max(1, Math.ceil(whole.length / Math.max(1, pieces)));
  response.socket?.setNoDelay(true);
  response.writeHead(200, { 'content-type': JSON_TYPE, ...headers });
  for (let at = 0; at < whole.length && !isGone(response); at += size) {
    response.write(whole.subarray(at, at + size));
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (!isGone(response)) response.end();
}

export const sendPage = (response: ServerResponse, status: number): void =>
  sendBytes(
    response,
    status,
    'text/html;charset=UTF-8',
    Buffer.from(`<html><head><title>${status} Bad Gateway</title></head><body><h1>${status} Bad Gateway</h1></body></html>`),
  );

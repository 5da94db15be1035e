/**
 * An HTTP client that costs as little as can be, because it shares the processors with what it measures: one kept-alive socket, requests as bytes
 * made beforehand, answers found by their Content-Length.
 */
import { connect } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');

/** A request as it goes over the wire. `body` is JSON text. */
export function requestBytes(method, address, host, token, body, headers = {}) {
  const lines = [
    `${method} ${address} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

/**
 * One connection; `send(bytes)` answers the body of one request after another, as bytes.
 * @returns {Promise<{send: (bytes: Buffer) => Promise<Buffer>, close: () => void}>}
 */
export async function thinClient(url) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let waiting;
  let received = [];
  let wanted = 0;
  let length = 0;
  let bodyAt = 0;
  const fail = (error) => {
    waiting?.reject(error);
    waiting = undefined;
  };
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the server closed the connection')));
  socket.on('data', (chunk) => {
    received.push(chunk);
    length += chunk.length;
    if (length < wanted) return;
    const all = received.length === 1 ? received[0] : Buffer.concat(received);
    if (wanted === 0) {
      const end = all.indexOf(HEAD_END);
      if (end < 0) return;
      const found = /^content-length: (\d+)/im.exec(all.latin1Slice(0, end));
      if (!found) return fail(new Error('an answer without a Content-Length'));
      bodyAt = end + HEAD_END.length;
      wanted = bodyAt + Number(found[1]);
      if (length < wanted) return;
    }
    const { resolve } = waiting;
    const body = all.subarray(bodyAt, wanted);
    [received, length, wanted, waiting] = [[], 0, 0, undefined];
    resolve(body);
  });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return {
    send: (bytes) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(bytes);
      }),
    close: () => socket.destroy(),
  };
}

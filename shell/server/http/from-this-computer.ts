import type { IncomingMessage } from 'node:http';

/** What proxies write into a call that they pass on. */
const PASSED_ON = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-real-ip',
  'forwarded',
  'via',
  'x-client-ip',
  'true-client-ip',
];
const LOOPBACK = /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$|^::1$/;

/**
 * Whether a call comes from this very computer. What the call says of itself can only speak against it: the address is that of the connection, and
 * a proxy beside the server, trusted or not, gives itself away by any of its headers.
 */
export const isFromThisComputer = ({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean =>
  LOOPBACK.test(socket.remoteAddress ?? '') && PASSED_ON.every((name) => headers[name] === undefined);

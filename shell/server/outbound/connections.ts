import http, { type Agent, type RequestOptions } from 'node:http';
import https from 'node:https';
import net, { type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { ForbiddenAddress, guardedLookup, mayReach, type Resolve } from './addresses/guarded-lookup.ts';
import type { AllowedOrigin } from './addresses/origin.ts';

/** Shorter than what servers commonly grant, so that a call seldom meets a connection that the other side is about to end. */
const IDLE_MS = 4_000;
const MAX_IDLE = 4;

/** What a request tells the pool about the connection it needs. */
export interface ConnectionOptions extends RequestOptions {
  readonly connectTimeoutMs: number;
}

export interface Reach {
  readonly resolve: Resolve;
  /** Certificates of authorities that are trusted besides those that every system knows, PEM. */
  readonly authorities: readonly string[];
}

const failure = (code: string, message: string): Error => Object.assign(new Error(message), { code });

/**
 * Opens one connection. It is there only when it stands, with the certificate seen: until then not a byte of a request can have left.
 * The peer's address is looked at once more, whatever the look-up said.
 */
function connect(origin: AllowedOrigin, { resolve, authorities }: Reach, timeoutMs: number): Promise<Socket> {
  return new Promise((done, refuse) => {
    const secure = origin.scheme === 'https';
    const options = { host: origin.host, port: origin.port, lookup: guardedLookup(resolve, origin.own), noDelay: true };
    const socket: Socket = secure
      ? tls.connect({
          ...options,
          ...(origin.literal ? {} : { servername: origin.host }),
          ...(authorities.length ? { ca: [...tls.rootCertificates, ...authorities] } : {}),
          minVersion: 'TLSv1.2',
          ALPNProtocols: ['http/1.1'],
        })
      : net.connect(options);
    const give = (error: Error): void => {
      clearTimeout(limit);
      // Late words of a connection that nobody waits for any more.
      socket.on('error', () => undefined);
      socket.destroy();
      refuse(error);
    };
    const closed = (): void => give(failure('ECONNRESET', 'closed while connecting'));
    const limit = setTimeout(() => give(failure('ETIMEDOUT', 'no connection in time')), timeoutMs);
    socket.once('error', give);
    socket.once('close', closed);
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      if (!origin.literal && !mayReach(socket.remoteAddress ?? '', origin.own)) return give(new ForbiddenAddress(origin.host));
      clearTimeout(limit);
      socket.off('error', give);
      socket.off('close', closed);
      done(socket);
    });
  });
}

/** Connections to one origin, kept for a while between calls. */
export function connectionsTo(origin: AllowedOrigin, reach: Reach): Agent {
  const settings = { keepAlive: true, maxFreeSockets: MAX_IDLE, timeout: IDLE_MS };
  const agent = origin.scheme === 'https' ? new https.Agent(settings) : new http.Agent(settings);
  return Object.assign(agent, {
    createConnection: (options: ConnectionOptions, done: (error: Error | null, socket?: Duplex) => void): undefined => {
      connect(origin, reach, options.connectTimeoutMs).then((socket) => done(null, socket), done);
      return undefined;
    },
  });
}

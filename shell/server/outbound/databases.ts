import net, { type Socket } from 'node:net';
import { ForeignDatabaseError, type ForeignDatabases, type Log } from '@nephra/plugin-sdk/server';
import { readForeign } from '../db/index.ts';
import { ForbiddenAddress, guardedLookup, mayReach, type Resolve } from './addresses/guarded-lookup.ts';
import type { AllowedOrigin } from './addresses/origin.ts';

interface DatabaseDoor {
  readonly pluginId: string;
  readonly log: Log;
  readonly inTransaction: () => boolean;
  readonly resolve: Resolve;
  /** The line of the list that allows host and port. */
  readonly find: (host: string, port: number) => AllowedOrigin | undefined;
}

/**
 * A socket that goes to one place of the list, whatever it is told: the name is looked up once, by the connection itself, and an address that must
 * not be called is never connected to.
 */
function socketTo(origin: AllowedOrigin, resolve: Resolve): Socket {
  const socket = new net.Socket();
  const connect = socket.connect.bind(socket) as (options: net.TcpSocketConnectOpts) => Socket;
  socket.connect = (() => connect({ host: origin.host, port: origin.port, lookup: guardedLookup(resolve, origin.own) })) as typeof socket.connect;
  // Before the driver hears of it: not a byte has left.
  socket.prependOnceListener('connect', () => {
    if (!origin.literal && !mayReach(socket.remoteAddress ?? '', origin.own)) socket.destroy(new ForbiddenAddress(origin.host));
  });
  return socket;
}

/** What one plugin may do with foreign databases. */
export function databasesFor({ pluginId, log, inTransaction, resolve, find }: DatabaseDoor): ForeignDatabases {
  return {
    allows: (host, port) => find(host, port) !== undefined,
    async read(target, work, limits = {}) {
      if (inTransaction()) throw new Error('A foreign database must not be read inside a database transaction: rows would stay locked while it thinks.');
      const origin = find(target.host, target.port);
      if (!origin) {
        log.warn({ plugin: pluginId, host: target.host, port: target.port }, 'a plugin wanted to read a database that it may not');
        throw new ForeignDatabaseError('not-allowed', '', 'registry.json does not name this host and port');
      }
      const began = performance.now();
      let sent: Socket | undefined;
      try {
        return await readForeign(
          target,
          () => {
            sent = socketTo(origin, resolve);
            return sent;
          },
          work,
          limits,
        );
      } catch (error) {
        const refused = sent?.errored instanceof ForbiddenAddress;
        const told = refused ? new ForeignDatabaseError('not-allowed', '', 'the name leads to an address that must not be called') : error;
        if (told instanceof ForeignDatabaseError)
          log.warn(
            { plugin: pluginId, origin: origin.text, failure: told.failure, state: told.state, tookMs: Math.round(performance.now() - began) },
            'a foreign database was not read',
          );
        throw told;
      }
    },
  };
}

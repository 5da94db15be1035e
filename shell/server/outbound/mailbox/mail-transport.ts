import net from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { addressClass } from '../addresses/address-class.ts';
import { ForbiddenAddress, guardedLookup, mayReach } from '../addresses/guarded-lookup.ts';
import type { AllowedOrigin } from '../addresses/origin.ts';
import type { Reach } from '../connections.ts';

/** A server of the own network may be talked to in the open; a password goes over a public one behind TLS alone. */
export const needsTls = (origin: AllowedOrigin): boolean => !origin.own && !(origin.literal && addressClass(origin.host) === 'own');

export const tlsOptions = (origin: AllowedOrigin, { authorities }: Reach): tls.ConnectionOptions => ({
  minVersion: 'TLSv1.2',
  ...(origin.literal ? {} : { servername: origin.host }),
  ...(authorities.length > 0 ? { ca: [...tls.rootCertificates, ...authorities] } : {}),
});

/**
 * Opens connections to one server of the list, whatever it is told: the name is looked up once, by the connection itself, and an address that must not be called is
 * never talked to.
 */
export const mailTransport = (origin: AllowedOrigin, reach: Reach) => ({
  connect({ secure }: { readonly secure?: boolean }, connected: () => void): Duplex {
    const place = { host: origin.host, port: origin.port, lookup: guardedLookup(reach.resolve, origin.own), noDelay: true };
    const socket = secure === true ? tls.connect({ ...place, ...tlsOptions(origin, reach) }) : net.connect(place);
    socket.once(secure === true ? 'secureConnect' : 'connect', () => {
      if (!origin.literal && !mayReach(socket.remoteAddress ?? '', origin.own)) socket.destroy(new ForbiddenAddress(origin.host));
      else connected();
    });
    return socket;
  },
  upgrade(socket: Duplex, _options: unknown, secured: () => void): Duplex {
    return tls.connect({ socket, ...tlsOptions(origin, reach) }, secured);
  },
});

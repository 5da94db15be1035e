import dns, { type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { addressClass } from './address-class.ts';

/** All addresses of a name. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

export const systemResolve: Resolve = (host) => dns.promises.lookup(host, { all: true, verbatim: true });

/** The name leads somewhere it must not. */
export class ForbiddenAddress extends Error {
  constructor(host: string) {
    super(`${host} leads to an address that must not be called`);
    this.name = 'ForbiddenAddress';
  }
}

export const mayReach = (address: string, own: boolean): boolean => {
  const kind = addressClass(address);
  return kind === 'public' || (kind === 'own' && own);
};

/**
 * The look-up that a connection makes for itself. What is checked here is what is connected to: there is no second look-up that could answer
 * otherwise. One forbidden address among several refuses them all, for the choice among them is not ours.
 */
export function guardedLookup(resolve: Resolve, own: boolean): LookupFunction {
  return (host, { all }, done) => {
    resolve(host).then(
      (addresses) => {
        const [first] = addresses;
        if (!first) done(Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' }), []);
        else if (!addresses.every(({ address }) => mayReach(address, own))) done(new ForbiddenAddress(host), []);
        else if (all) done(null, [...addresses]);
        else done(null, first.address, first.family);
      },
      (error: unknown) => done(error as NodeJS.ErrnoException, []),
    );
  };
}

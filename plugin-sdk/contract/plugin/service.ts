import type { AdditionShape, MemberKinds } from './addition-shape.ts';

/**
 * Name of something that one plugin offers to others on the server. The major is part of the name, so that two
 * generations can live side by side: `prescription.ledger@1`.
 */
export interface ServiceToken<T> {
  readonly id: `${string}@${number}`;
  readonly __service?: T;
}

export const defineService = <T>(id: `${string}@${number}`): ServiceToken<T> => ({ id });

/** Name of an event that one plugin publishes inside its transaction and others hear after the commit. */
export interface EventToken<T> {
  readonly id: `${string}@${number}`;
  readonly __event?: T;
}

export const defineEvent = <T>(id: `${string}@${number}`): EventToken<T> => ({ id });

/**
 * Name of an extension point on the server: any number of plugins add to it, and its owner works with whatever is there at that moment.
 * Unlike a service, which has one provider.
 */
export interface ExtensionToken<T> {
  readonly id: `${string}@${number}`;
  /** What an addition must have. One of a package from outside that lacks it is left out, and the plugin page says so by its name. */
  readonly shape?: MemberKinds;
  readonly __extension?: T;
}

/** @param shape what an addition must have, told by its type: `{ code: 'text', title: 'title', send: 'function' }` */
export const defineExtension = <T>(id: `${string}@${number}`, shape?: AdditionShape<T>): ExtensionToken<T> =>
  shape ? { id, shape: shape as unknown as MemberKinds } : { id };

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

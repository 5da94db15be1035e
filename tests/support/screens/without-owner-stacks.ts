import * as React from 'react';

// Part of the set-up of the screens. React in development notes for each element where it was made, as the stack of an error that nobody throws: a
// sixth of the time of a screen. Only its own warnings would show it. Past a number of elements it stops by itself; here it stops at once.

const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
/** More than React notes in a second. */
const ENOUGH = 100_000;

const internals: unknown = Object.entries(React).find(([name]) => name === INTERNALS)?.[1];
// Another version of React keeps the number elsewhere: the screens take longer then, and nothing else happens.
if (typeof internals === 'object' && internals !== null && 'recentlyCreatedOwnerStacks' in internals)
  // React puts it back to zero once a second.
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => ENOUGH, set: () => undefined, configurable: true });

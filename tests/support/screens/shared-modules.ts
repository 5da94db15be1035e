import { vi } from 'vitest';

// Set-up file of every project whose files share a thread: modules stay loaded for the files that follow, and a replaced one would stay, too.

for (const way of ['mock', 'doMock', 'unmock', 'doUnmock', 'resetModules'] as const) {
  vi[way] = () => {
    throw new Error(`Not vi.${way}: the files after this one share its modules. Hand the part in from outside, or test with the real one.`);
  };
}

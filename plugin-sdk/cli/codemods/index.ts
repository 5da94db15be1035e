import type { Codemod } from './codemod.ts';

export type { Codemod };

/** In the order of their numbers. 1.0.0 is the first SDK: there is nothing to migrate from. */
export const codemods: readonly Codemod[] = [];

/** Number of the last one: what is made with this SDK needs none of them. */
export const lastCodemod = (list: readonly Codemod[] = codemods): number => list.at(-1)?.number ?? 0;

/** Marks a context of a package: given away as an argument, the server takes its own of it. Spreading a context keeps the mark. */
export const CONTEXT = Symbol('context');

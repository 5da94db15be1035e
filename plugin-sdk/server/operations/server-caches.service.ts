import { defineExtension, defineService, type TextByLanguage } from '../../contract/index.ts';
import type { ExtensionProvider } from '../define-server-plugin.ts';
import type { ServerContext } from '../context.ts';

/** Something that a server keeps in its memory because making it anew takes time. Nothing is lost when it is cleared. */
export interface ServerCache {
  /** Unique within its owner, `rights`. */
  readonly name: string;
  readonly title: TextByLanguage;
  /** How many things it holds. */
  readonly entries: () => number;
  /** About how many bytes; undefined where nobody can say. */
  readonly bytes: () => number | undefined;
  readonly clear: () => void;
}

/** Caches that plugins keep; each shows on the page of caches, and can be cleared there. */
export const serverCachePoint = defineExtension<ServerCache>('core.server-cache@1', {
  name: 'text',
  title: 'title',
  entries: 'function',
  bytes: 'function',
  clear: 'function',
});

/** Shows a cache of the plugin on the page of caches. @returns an entry for `extensions` of `defineServerPlugin` */
export const serverCache = <DB>(create: (ctx: ServerContext<DB>) => ServerCache): ExtensionProvider<DB> => ({ token: serverCachePoint, create });

/** Caches of the shell. Offered to plugins with the privilege `operations`. */
export interface ShellCaches {
  all(): readonly ServerCache[];
}
export const shellCaches = defineService<ShellCaches>('core.caches@1');

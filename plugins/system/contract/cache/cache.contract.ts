import { defineContract, del, get, post, type Static, Type } from '@nephra/plugin-sdk/contract';
import { CACHE_MENU } from '../limits.ts';

const name = Type.String({ pattern: '^[a-z0-9][a-z0-9.-]{0,126}$' });
const row = Type.Object({
  /** Owner and name, `core.rights`. */
  name: Type.String(),
  /** What people call it, in the reader's language. */
  title: Type.String(),
  pluginId: Type.String(),
  /** Milliseconds when it ends by itself; null: it holds until what it was made of changes. */
  overdueTime: Type.Null(),
  /** About how many bytes; 0 where nobody can say. */
  cacheSize: Type.Integer(),
  /** How many things it holds. */
  entries: Type.Integer(),
});
export type CacheRow = Static<typeof row>;

const clearing = { need: `perm:${CACHE_MENU}:btn_remove`, audit: 'write', retry: 'natural' } as const;

/** What the server that answers keeps in its memory. Contents are not shown: they are people's rights and files. System administrators alone. */
export const cacheContract = defineContract('systemCache', {
  list: get('/api/system/CacheManage', {
    summary: 'Caches of the shell and of running plugins on this server',
    need: `perm:${CACHE_MENU}`,
    audit: 'none',
    /** `host`: the server that answered; others keep caches of their own. */
    reply: Type.Object({ list: Type.Array(row), host: Type.String() }),
  }),
  one: get('/api/system/CacheManage/{name}', {
    summary: 'One cache: number and size of what it holds as JSON text, not the things themselves',
    need: `perm:${CACHE_MENU}`,
    audit: 'none',
    params: Type.Object({ name }),
    reply: Type.Object({ name: Type.String(), value: Type.String() }),
  }),
  clear: del('/api/system/CacheManage/{name}', {
    ...clearing,
    summary: 'Empties one cache; it fills again with the next calls',
    params: Type.Object({ name }),
    reply: Type.Null(),
  }),
  clearAll: post('/api/system/CacheManage/Actions/ClearAll', { ...clearing, summary: 'Empties all caches of this server', reply: Type.Null() }),
});

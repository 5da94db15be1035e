import type { AnyRecord } from '../../../contract/record/index.ts';
import type { RequestContext } from '../../context.ts';

/** Whether the caller may call the list of a record. */
export function mayList({ acts, menu }: Pick<AnyRecord, 'acts' | 'menu'>, caller: Pick<RequestContext<unknown>, 'can'>): boolean {
  const need = acts.list?.need ?? (`perm:${menu}` as const);
  if (need === 'public' || need === 'session') return true;
  return (typeof need === 'string' ? [need] : need.anyOf).some((code) => caller.can(code.slice('perm:'.length)));
}

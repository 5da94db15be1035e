import type { Implementation } from '@nephra/plugin-sdk/server';
import { ENTRY_TOP, TYPE_TOP } from '../../contract/limits.ts';

interface Input {
  readonly body?: { readonly parentId?: string };
}
type Handler = (input: Input, ctx: never) => unknown;

/** The platform's clients write -1 or 0 where nothing stands above; the record's own page writes nothing. */
export function topAsNone<Served extends Implementation>(served: Served): Served {
  const handlers = served.handlers as unknown as Readonly<Record<string, Handler>>;
  const wrapped = Object.fromEntries(
    (['create', 'edit'] as const).map((act): [string, Handler] => [
      act,
      ({ body, ...input }, ctx) => {
        const top = body?.parentId === ENTRY_TOP || body?.parentId === TYPE_TOP;
        return handlers[act]?.({ ...input, ...(body && { body: top ? { ...body, parentId: '' } : body }) }, ctx);
      },
    ]),
  );
  return { ...served, handlers: { ...handlers, ...wrapped } };
}

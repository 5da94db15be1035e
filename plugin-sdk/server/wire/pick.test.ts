import { expect, expectTypeOf, it } from 'vitest';
import { pick } from './pick.ts';

it('takes the members that are named, and nothing else', () => {
  const head = { id: 'a', count: 2, secret: 'x', note: null } as { readonly id: string; readonly count: number; readonly secret: string; note: string | null };
  const shown = pick(head, 'id', 'note');
  expect(shown).toEqual({ id: 'a', note: null });
  expectTypeOf(shown).toEqualTypeOf<{ readonly id: string; note: string | null }>();
  expect(pick(head)).toEqual({});
  // @ts-expect-error there is no such member
  expect(pick(head, 'ids')).toEqual({ ids: undefined });
});

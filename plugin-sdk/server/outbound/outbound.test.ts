import { expect, it } from 'vitest';
import { isOutboundError, OutboundError } from './outbound.ts';

it('knows a lost call by its name: the host throws with its own copy of the class', async () => {
  const again = './outbound.ts?again';
  const host: typeof import('./outbound.ts') = await import(again);
  const thrown = new host.OutboundError('broken', true, 'cut off');
  expect(thrown instanceof OutboundError).toBe(false);
  expect([isOutboundError(thrown), isOutboundError(new Error('broken')), isOutboundError(undefined)]).toEqual([true, false, false]);
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyCases } from '../../../tests/support/cases/effort.ts';
import { Places } from './places.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

it('all places are free again after any mix of calls that end and calls that are given up, before or after their turn', async () => {
  const calls = fc.array(fc.record({ giveUpAfter: fc.option(fc.nat(5), { nil: undefined }), works: fc.nat(5) }), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3 }), calls, async (count, given) => {
      const places = new Places(count);
      let most = 0;
      let running = 0;
      await Promise.all(
        given.map(async ({ giveUpAfter, works }) => {
          const control = new AbortController();
          const call = (async () => {
            const leave = await places.take(control.signal);
            running += 1;
            most = Math.max(most, running);
            for (let at = 0; at < works && !control.signal.aborted; at += 1) await turn();
            running -= 1;
            leave();
            leave();
          })();
          call.catch(() => undefined);
          if (giveUpAfter !== undefined) {
            for (let at = 0; at < giveUpAfter; at += 1) await turn();
            control.abort(new Error('given up'));
          }
          await call.catch((error: Error) => expect(error.message).toBe('given up'));
        }),
      );
      expect(most).toBeLessThanOrEqual(count);
      // Every place can be had at once.
      const signal = AbortSignal.timeout(60_000);
      const held = await Promise.all(Array.from({ length: count }, () => places.take(signal)));
      expect(held).toHaveLength(count);
    }),
    { numRuns: propertyCases(50) },
  );
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Handled, isDue, orderIn } from './orders-due.ts';

const day = fc.integer({ min: 1, max: 28 }).map((date) => `2026-03-${String(date).padStart(2, '0')}`);
const outcome = fc.constantFrom<Handled['outcome']>('given', 'changed', 'skipped');
const handled = fc.array(fc.record({ sessionId: fc.constantFrom('s1', 's2', 's3', 's4'), day, outcome }), { maxLength: 6 });
const order = fc.record({
  orderId: fc.constant('o'),
  once: fc.boolean(),
  everyDays: fc.constantFrom(0, 7, 14),
  from: fc.constant('2026-03-01'),
  to: fc.constantFrom(null, '2026-03-20'),
  stopped: fc.boolean(),
});

it('what is given once is over for the sheets of all days, whatever is read first', () => {
  fc.assert(
    fc.property(handled, day, order, (times, on, any) => {
      const once = { ...any, once: true };
      const found = orderIn(once, times, { sessionId: 'another', day: on });
      const over = times.some((one) => one.outcome !== 'skipped');
      expect(found.is).toBe(!over && isDue({ ...once, stopped: false } as never, null, on) && !once.stopped ? 'open' : 'none');
      expect(orderIn(once, times.toReversed(), { sessionId: 'another', day: on }).is).toBe(found.is);
    }),
  );
});

it('others go by the days up to the treatment alone, and what was handled in it is never open there', () => {
  fc.assert(
    fc.property(handled, day, order, fc.constantFrom('', 's1'), (times, on, any, sessionId) => {
      const again = { ...any, once: false };
      const found = orderIn(again, times, { sessionId, day: on });
      expect(found.is === 'handled').toBe(sessionId !== '' && times.some((one) => one.sessionId === sessionId));
      if (found.is === 'handled') return;
      expect(found.is).toBe(
        orderIn(
          again,
          times.filter((one) => one.day <= on),
          { sessionId, day: on },
        ).is,
      );
      if (again.stopped) expect(found.is).toBe('none');
    }),
  );
});

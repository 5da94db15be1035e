import { expect, it, vi } from 'vitest';
import { outsideLimits } from './outside-limits.ts';

/** The limits of a package, of two seconds, on a clock that is set by hand. */
function limitsAt() {
  const clock = { ms: 0 };
  const heldConnection = vi.fn();
  const { statements, transactions } = outsideLimits({ id: 'beds', apart: { heldConnection } as never }, 2, () => clock.ms);
  return { clock, heldConnection, statements, transactions, may: () => [statements.ms, transactions.idle.heldMs] };
}

it('after a package kept a connection for too long, others go first for as long again: it keeps one for a tenth', () => {
  for (const exceed of ['statement', 'transaction'] as const) {
    const { clock, heldConnection, statements, transactions, may } = limitsAt();
    expect(may()).toEqual([5_000, 5_000]);
    clock.ms = 100_000;
    const refusal = exceed === 'statement' ? statements.reason(5_000) : transactions.idle.reason(5_000, 'held');
    expect(refusal).toMatchObject({ params: { plugin: 'beds' } });
    expect(heldConnection.mock.calls).toEqual([[5]]);
    expect(may()).toEqual([500, 500]);
    clock.ms = 104_999;
    expect(may()).toEqual([500, 500]);
    clock.ms = 105_000;
    expect(may()).toEqual([5_000, 5_000]);
  }
});

it('one that asked for nothing waited for something else, and keeps its time', () => {
  const { transactions, may } = limitsAt();
  transactions.idle.reason(1_000, 'idle');
  expect(may()).toEqual([5_000, 5_000]);
});

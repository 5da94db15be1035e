import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isShown, mayBeChanged, type NoticeStanding, release, withdraw } from './notice-state.ts';

type Act = 'release' | 'withdraw' | 'pass' | 'change';
const DAY = 86_400_000;
const START = new Date('2026-03-02T00:00:00Z');

/** A notice through acts of a person; each passes a day where it says so. */
function live(acts: readonly Act[], days: number | null) {
  let now = START;
  let notice: NoticeStanding = { state: 'draft', releaseNo: 0, validUntil: days === null ? null : new Date(START.getTime() + days * DAY) };
  const seen: { readonly act: Act; readonly before: NoticeStanding; readonly after: NoticeStanding; readonly changed: boolean; readonly now: Date }[] = [];
  for (const act of acts) {
    const before = notice;
    if (act === 'pass') now = new Date(now.getTime() + DAY);
    if (act === 'release' || act === 'withdraw') {
      const step = act === 'release' ? release(notice, now) : withdraw(notice);
      if (step.kind === 'step') notice = { ...notice, ...step.to };
    }
    seen.push({ act, before, after: notice, changed: act === 'change' && mayBeChanged(before), now });
  }
  return seen;
}
const acts = fc.array(fc.constantFrom<Act>('release', 'withdraw', 'pass', 'change'), { maxLength: 30 });
const days = fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 8 }));

describe('[4-05] a notice through its states', () => {
  it('is read by nobody before it is released, after it was withdrawn, and after its end', () => {
    fc.assert(
      fc.property(acts, days, (list, until) => {
        for (const { after, now } of live(list, until)) {
          const ended = after.validUntil !== null && after.validUntil <= now;
          expect(isShown(after, now)).toBe(after.state === 'released' && !ended);
        }
      }),
    );
  });

  it('does not change while people read it, and each release is told from the one before', () => {
    fc.assert(
      fc.property(acts, days, (list, until) => {
        for (const { act, before, after, changed } of live(list, until)) {
          if (changed) expect(before.state).not.toBe('released');
          const released = after.state === 'released' && before.state !== 'released';
          expect(after.releaseNo).toBe(before.releaseNo + (released ? 1 : 0));
          if (released) expect(act).toBe('release');
          if (after.state === 'draft') expect(after.releaseNo).toBe(0);
        }
      }),
    );
  });

  it('may be asked twice for the same', () => {
    expect(release({ state: 'released', releaseNo: 1, validUntil: null }, START)).toEqual({ kind: 'same' });
    expect(withdraw({ state: 'withdrawn' })).toEqual({ kind: 'same' });
    expect(withdraw({ state: 'draft' })).toEqual({ kind: 'refused', key: 'not-released' });
    expect(release({ state: 'draft', releaseNo: 0, validUntil: START }, START)).toEqual({ kind: 'refused', key: 'valid-until-past' });
  });
});

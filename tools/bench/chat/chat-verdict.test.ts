import { describe, expect, it } from 'vitest';
import { ChatLedger } from './chat-ledger.mjs';
import { verdictOf } from './chat-verdict.mjs';

/** A run in which each message is sent, heard and pushed once, after so many milliseconds. */
function ledgerOf(messages: number, after: number): ChatLedger {
  const ledger = new ChatLedger();
  for (let n = 0; n < messages; n += 1) {
    const ref = `m-${n}`;
    ledger.sent(ref);
    const at = performance.now() + after;
    ledger.heard(ref, at);
    ledger.pushed({ method: 'sendMessage', toMessage: `${ref} x` }, 0, at);
    ledger.pushed({ method: 'receiveMessage', formMessage: `${ref} x`, formUserId: 'one', seq: n + 1 }, 1, at);
  }
  return ledger;
}

const stored = (refs: readonly string[]) => ({ counts: new Map(refs.map((ref) => [ref, 1])), holes: 0, sendersOrderBroken: 0 });
const all = Array.from({ length: 100 }, (_none, n) => `m-${n}`);
const calm = { waitedShareOwn: 0.01, waitedShareServers: 0.02, loopLateP50ms: 10, loopLateP99ms: 12 };
const run = { seconds: 300, kills: 0, restartMs: [], wait: calm, memoryMb: { first: 170, middle: 180, last: 182, most: 190 } };
const told = (ledger: ChatLedger, over: object = {}, kept: readonly string[] = all) => verdictOf({ ...ledger.report(stored(kept)), ...run, ...over });

describe('the verdict of the chat bench', () => {
  it('is good where all is there once, in order, in time and memory is flat', () => {
    const { good, text } = told(ledgerOf(100, 20));
    expect(good).toBe(true);
    expect(text).toContain('100 acknowledged: none lost, none twice, order kept; 0 kills');
    expect(text).toMatch(/p99 2\d ms: in time/);
    expect(text).toContain(': flat');
  });

  it.each([
    ['1 LOST', ledgerOf(100, 20), {}, all.slice(1)],
    ['TOO LATE', ledgerOf(100, 700), {}, all],
    ['GROWS', ledgerOf(100, 20), { memoryMb: { ...run.memoryMb, last: 230 } }, all],
  ])('is bad and says %s', (word, ledger, over, kept) => {
    const { good, text } = told(ledger, over, kept);
    expect(good).toBe(false);
    expect(text).toContain(word);
  });

  it('is bad where a frame came twice, where places went back, where a sender got no word', () => {
    const twice = ledgerOf(100, 20);
    twice.pushed({ method: 'receiveMessage', formMessage: 'm-7 x', formUserId: 'one', seq: 8 }, 1, performance.now());
    expect(told(twice).text).toContain('none lost, 1 TWICE, 1 OUT OF ORDER');
    const unheard = ledgerOf(100, 20);
    unheard.sent('m-100');
    expect(told(unheard)).toMatchObject({ good: false, text: expect.stringContaining('1 WITHOUT A WORD') });
  });

  it('does not blame the product for a machine that others use, and lets a window that was cut off read what it missed', () => {
    const busy = told(ledgerOf(100, 700), { wait: { ...calm, waitedShareServers: 0.85 } });
    expect(busy).toMatchObject({ good: true, text: expect.stringContaining('not judged, the machine was busy') });
    const cut = ledgerOf(100, 20);
    cut.sent('m-100');
    cut.heard('m-100', performance.now());
    expect(told(cut, { kills: 2, restartMs: [900, 1200] }, [...all, 'm-100']).text).toContain('1 LOST');
    cut.readAgain(1, 'one', { seq: 101, sendUserId: 'one', content: 'm-100 x' });
    const { good, text } = told(cut, { kills: 2, restartMs: [900, 1200] }, [...all, 'm-100']);
    expect(good).toBe(true);
    expect(text).toContain('2 kills; a server was back after 900 to 1200 ms');
  });

  it('a window that came back reads from its first hole, whatever was pushed to it meanwhile', () => {
    const ledger = new ChatLedger();
    const pushed = (seq: number) => ledger.pushed({ method: 'receiveMessage', formMessage: `m-${seq} x`, formUserId: 'one', seq }, 1, 0);
    for (const seq of [1, 2, 3, 4]) {
      ledger.sent(`m-${seq}`);
      ledger.heard(`m-${seq}`, 0);
    }
    pushed(1);
    // 2 and 3 came while it was away.
    pushed(4);
    expect([ledger.wholeUpTo(1, 'one'), ledger.unseen]).toEqual([1, 2]);
    for (const seq of [2, 3, 4]) ledger.readAgain(1, 'one', { seq, sendUserId: 'one', content: `m-${seq} x` });
    expect([ledger.wholeUpTo(1, 'one'), ledger.unseen]).toEqual([4, 0]);
  });
});

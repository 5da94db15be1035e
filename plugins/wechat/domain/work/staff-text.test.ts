import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nextTry, namePieces, staffText, stateAfter, unreachedIn } from './staff-text.ts';

const text = (id: string, content = '明早八点开会') => staffText({ id, members: ['a', 'b'], agentId: 7, content });

it('each try of one message is the same for the service, and the same words said again are not', () => {
  expect(text('01-abcdef')).toEqual(text('01-abcdef'));
  expect(text('01-abcdef').text).not.toEqual(text('02-abcxyz').text);
  expect(text('01-abcdef')).toMatchObject({ touser: 'a|b', msgtype: 'text', text: { content: '明早八点开会\n#abcdef' }, enable_duplicate_check: 1 });
});

it('tells whom the service did not reach, whatever it says of them', () => {
  expect([...unreachedIn('SIM.Nurse|sim.x')]).toEqual(['sim.nurse', 'sim.x']);
  expect([...unreachedIn('', 'SIM.Unlicensed')]).toEqual(['sim.unlicensed']);
  for (const nothing of ['', undefined, null, 7]) expect(unreachedIn(nothing).size).toBe(0);
});

it('a name is among the pieces wherever it stands and however it is set apart', () => {
  const name = fc.array(fc.constantFrom(...'王李张明华丽欧阳'), { minLength: 2, maxLength: 4 }).map((signs) => signs.join(''));
  const gap = fc.constantFrom('', ' ', '·', '\u200b', '　', '-');
  const around = fc.constantFrom('', '请', '请转告', '，', 'x', '床位 3 ');
  fc.assert(
    fc.property(name, gap, around, around, (who, between, before, after) => {
      expect(namePieces(`${before}${[...who].join(between)}${after}`)).toContain(who);
    }),
  );
  expect(namePieces('Please call John Smith now')).toContain('John Smith');
});

it('is sent again only where the service did nothing, or would drop a repeat', () => {
  const minutes = (n: number): number => n * 60_000;
  expect(nextTry('refused', minutes(10_000))).toBe('first');
  expect([nextTry('doubtful', 0), nextTry('doubtful', minutes(25)), nextTry('doubtful', minutes(25) + 1)]).toEqual(['repeat', 'repeat', 'none']);
  expect([nextTry('sending', minutes(9)), nextTry('sending', minutes(11)), stateAfter('sending', minutes(11))]).toEqual(['none', 'repeat', 'doubtful']);
  fc.assert(fc.property(fc.integer({ min: -minutes(60), max: minutes(10_000) }), (age) => nextTry('sent', age) === 'none'));
  // A clock that went back says nothing about how long ago it was.
  expect(nextTry('doubtful', -1)).toBe('none');
});

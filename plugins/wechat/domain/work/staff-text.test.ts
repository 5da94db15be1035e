import fc from 'fast-check';
import { expect, it } from 'vitest';
import { namePieces, staffText, unreachedIn } from './staff-text.ts';

const text = (id: string, content = '明早八点开会') => staffText({ id, members: ['a', 'b'], agentId: 7, content });

it('each try of one message is the same for the service, and the same words said again are not', () => {
  expect(text('01-abcdef')).toEqual(text('01-abcdef'));
  expect(text('01-abcdef').text).not.toEqual(text('02-abcxyz').text);
  expect(text('01-abcdef')).toMatchObject({ touser: 'a|b', msgtype: 'text', text: { content: '明早八点开会\n#abcdef' }, enable_duplicate_check: 1 });
});

it('tells whom the service did not reach, whatever it says of them', () => {
  expect([...unreachedIn('SIM.Nurse|sim.x')]).toEqual(['sim.nurse', 'sim.x']);
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

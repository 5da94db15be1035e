import { describe, expect, it as plain } from 'vitest';
import { it, withoutRules } from './rule-tests.ts';

const ran: string[] = [];
const notes = (name: string) => () => void ran.push(name);
const broken = () => {
  throw new Error('a rule that is left out was run');
};

describe('a suite without some rules', () => {
  withoutRules('beds.ward', { R18: 'order by stock', R7: 'no index' }, () => {
    it('R18 shows each row once', broken);
    it.each(['a', 'b'])('R7 R18 of %s', broken);
    it.runIf(true)('R7 one gets it', broken);
    it('R18 R24 names another rule, too', notes('R24'));
    it.each(['a', 'b'])('R5 limits of %s', (name) => notes(`R5 ${name}`)());
    it.runIf(false)('R19 is found', broken);
  });

  plain('runs the others', () => {
    expect(ran).toEqual(['R24', 'R5 a', 'R5 b']);
  });

  plain('is refused without a reason, and for a rule that names no test', () => {
    expect(() => withoutRules('beds.ward', { R18: ' ' }, () => undefined)).toThrow('beds.ward skip.R18: say why it is untrue');
    expect(() => withoutRules('beds.ward', { R99: 'no such rule' }, () => undefined)).toThrow('beds.ward skip: no test of the record is named R99');
  });
});

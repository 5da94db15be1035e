import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it as plain } from 'vitest';
import { it, withoutRules } from './rule-tests.ts';

/** Rules of the suite, R1 to R31. */
const RULES = Array.from({ length: 31 }, (_, at) => `R${at + 1}`);
const PLACES = ['tests/support/records', 'plugin-sdk/server/record', 'plugin-sdk/web/widgets/record', 'plugin-sdk/contract/record'];

const ran: string[] = [];
const notes = (name: string) => () => void ran.push(name);
const broken = () => {
  throw new Error('a rule that is left out was run');
};

describe('R31 a suite without some rules', () => {
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

plain('each rule of the suite is named by a test', () => {
  const root = path.resolve(import.meta.dirname, '../../../../..');
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...PLACES], { cwd: root, encoding: 'utf8' }).split('\n');
  const titles = files
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('rule-tests.test.ts'))
    .flatMap((file) => readFileSync(path.join(root, file), 'utf8').match(/(?<=['`])(?:\[?R\d+\]? )+(?=\S)/g) ?? []);
  const named = new Set(titles.flatMap((title) => title.match(/R\d+/g) ?? []));
  expect(RULES.filter((rule) => rule !== 'R31' && !named.has(rule))).toEqual([]);
  expect([...named].filter((rule) => !RULES.includes(rule))).toEqual([]);
});

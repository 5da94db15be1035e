import { createFakeWebContext } from '@nephra/plugin-sdk/testing';
import { expect, it } from 'vitest';
import { READING_FIELDS } from '../../contract/fields.ts';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import { entryText } from './entry-text.ts';
import { inFormOrder } from './field-text.ts';

it('fields are told in the order of their form, whatever order they were kept in; unknown ones stand last', () => {
  const kept = { pulse: 82, unknown: 'x', venous: 127, diastolic: 82, systolic: 133 };
  expect(inFormOrder(READING_FIELDS, kept).map(([name]) => name)).toEqual(['systolic', 'diastolic', 'pulse', 'venous', 'unknown']);
  const t = ((key: string) => key.replace(/^field\./, '')) as never;
  expect(entryText(t, { kind: 'reading', content: { fields: { diastolic: 82, systolic: 133 } } as never })).toBe(
    'systolic 133 mmHgsentenceMarkdiastolic 82 mmHg',
  );
});

it('what was chosen in a check or at the end is said in words, as in its form', () => {
  for (const [texts, words] of [
    [zh, ['合格', '密闭回血', '0 级']],
    [en, ['OK', 'Closed', 'No']],
  ] as const) {
    const { t } = createFakeWebContext({ texts });
    const said = (kind: string, fields: object) => entryText(t, { kind, content: { fields } } as never);
    const check = said('check1', { goods: 'ok', identity: 'ok' });
    const end = said('end', { returned: 'closed', ufVolume: 2000, clotDialyser: '0', rupture: 'no' });
    expect([check, end, said('check2', { mode: 'not-ok' })].join(' ')).not.toMatch(/(^|\s)(ok|not-ok|closed|no)(\s|$|；|;)/);
    expect(end).toContain('2000 ml');
    for (const word of words) expect(`${check} ${end}`).toContain(word);
  }
});

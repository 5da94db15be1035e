import { describe, expect, it } from 'vitest';
import { createFakeServerContext } from '../../testing/index.ts';
import { textReader, textsIn, textsOf, wordOf } from './texts.ts';

const own = textsOf({
  zh: { rows: '{{n}} 行', payer: { '310': '职工医保' }, 'dotted.key': '整键' },
  zhtw: { rows: '{{n}} 列' },
  en: { rows: '{{n}} rows of {{ kind }}', rows_one: 'one row', payer: { '310': 'Staff' } },
});
const shell = textsOf({ zh: { rows: '别的', shared: '共用' }, zhtw: { shared: '共用' }, en: { shared: 'Shared' } });
const text = textReader([own, shell], 'zh');

describe('texts of a server half', () => {
  it('are those of the plugin before those of the shell, in the language asked for or the usual one', () => {
    expect([text('rows', { n: 2 }), text('rows', { n: 2 }, 'zhtw'), text('shared', undefined, 'en'), text('dotted.key')]).toEqual([
      '2 行',
      '2 列',
      'Shared',
      '整键',
    ]);
  });

  it('take their parameters, say one in English, and leave a blank that nobody fills', () => {
    expect([text('rows', { n: 1, kind: 'x' }, 'en'), text('rows', { n: 2, kind: 'x' }, 'en'), text('rows', { n: 2 }, 'en')]).toEqual([
      'one row',
      '2 rows of x',
      '2 rows of {{ kind }}',
    ]);
    expect(text('rows', { n: 1 })).toBe('1 行');
  });

  it('show the key where there is no text, and a code where there is no word', () => {
    expect(text('gone.here')).toBe('gone.here');
    expect([wordOf({ text }, 'payer.310', '310'), wordOf({ text }, 'rows', '', { n: 4 }), wordOf({ text }, 'payer.999', '999')]).toEqual([
      '职工医保',
      '4 行',
      '999',
    ]);
  });

  it('speak the language of whoever calls', () => {
    const called = textsIn({ text }, 'zhtw');
    expect([called('rows', { n: 3 }), called('rows', { n: 3 }, 'zh')]).toEqual(['3 列', '3 行']);
    const ctx = createFakeServerContext({ language: 'en', texts: { en: { hello: 'Hello {{name}}' } } });
    expect([ctx.text('hello', { name: 'Li' }), createFakeServerContext().text('hello')]).toEqual(['Hello Li', 'hello']);
  });
});

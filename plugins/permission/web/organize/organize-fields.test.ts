import { createFakeWebContext } from '@nephra/plugin-sdk/testing';
import { describe, expect, it } from 'vitest';
import en from '../../locales/en.json' with { type: 'json' };
import zh from '../../locales/zh.json' with { type: 'json' };
import zhtw from '../../locales/zhtw.json' with { type: 'json' };
import { organizeFields } from './organize-fields.ts';

describe('the form of an organisation', () => {
  it.each([
    ['zh', zh],
    ['zhtw', zhtw],
    ['en', en],
  ] as const)('has no two fields of the same name (%s)', (language, texts) => {
    const { t } = createFakeWebContext({ language, texts });
    const fields = organizeFields(t, { parents: { load: async () => ({ data: { list: [] } }) }, parent: { id: '', fullName: '' }, storedCode: '' });
    const labels = fields.filter(({ kind }) => kind !== 'group').map(({ label }) => label);
    expect(labels.filter((label, at) => labels.indexOf(label) !== at)).toEqual([]);
  });
});

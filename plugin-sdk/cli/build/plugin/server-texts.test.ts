import { describe, expect, it } from 'vitest';
import { textFindings } from './server-texts.ts';

const all = new Set(['rows', 'payer.310', 'head.no']);
const keys = { zh: all, zhtw: all, en: new Set(['rows', 'payer.310']) };
const findings = (source: string) => textFindings(source, 'server/x.ts', keys);

describe('texts that the server half asks for', () => {
  it('passes keys and groups that stand in all locales, and comments', () => {
    expect(
      findings(`const a = ctx.text('rows', { n });\nconst b = ctx.text(\`payer.\${code}\`);\n// ctx.text('nothing')\nwordOf(ctx, \`payer.\${code}\`, code)`),
    ).toEqual([]);
  });

  it.each([
    ["\n\nctx.text('head.no')", ["server/x.ts:3 asks for the text 'head.no', which locales/en.json lacks."]],
    [`ctx.text(\`head.\${key}\`)`, ["server/x.ts:1 asks for the text 'head.…', which locales/en.json lacks."]],
    ['ctx.text("gone")', ['zh', 'zhtw', 'en'].map((language) => `server/x.ts:1 asks for the text 'gone', which locales/${language}.json lacks.`)],
    [
      "ctx.text(\n  'gone',\n  { n: 1 },\n)",
      ['zh', 'zhtw', 'en'].map((language) => `server/x.ts:1 asks for the text 'gone', which locales/${language}.json lacks.`),
    ],
    [
      `wordOf(ctx, \`state.\${one}\`, one)`,
      ['zh', 'zhtw', 'en'].map((language) => `server/x.ts:1 asks for the text 'state.…', which locales/${language}.json lacks.`),
    ],
  ])('%s', (source, expected) => {
    expect(findings(source)).toEqual(expected);
  });

  it('asks for a reason where the key is a value', () => {
    expect(findings('ctx.text(row.problem, row.params)')).toEqual([expect.stringContaining('whose key does not stand there')]);
    expect(findings(`ctx.text(\`\${group}.a\`)`)).toEqual([expect.stringContaining('whose key does not stand there')]);
    expect(findings('ctx.text(row.problem, row.params) // text: the journal keeps the key')).toEqual([]);
  });
});

import path from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { locateSdk } from '../sdk-location.ts';
import { leanSources, withoutUnusedThemes } from './lean-sources.ts';

const SDK_ROOT = path.resolve(import.meta.dirname, '../../../..');

async function bundled(contents: string): Promise<string> {
  const result = await build({
    stdin: { contents, resolveDir: SDK_ROOT },
    bundle: true,
    write: false,
    format: 'esm',
    charset: 'utf8',
    plugins: [leanSources(locateSdk(SDK_ROOT))],
  });
  return result.outputFiles[0]?.text ?? '';
}

test('the texts of the components come without the words of calendars, which fill them in every language', async () => {
  const texts = (name: string, file: string) => `import ${name} from '@douyinfe/semi-ui/lib/es/locale/source/${file}';`;
  const all = `${texts('zh', 'zh_CN')}${texts('zhtw', 'zh_TW')}${texts('en', 'en_US')}export const locales = [zh, zhtw, en];`;
  expect(await bundled(all)).not.toContain('星期日');
  const code = await bundled(`import 'nephra-date-words';${all}`);
  const { locales } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    locales: { dateFnsLocale: { localize: { month(index: number): string } } }[];
  };
  expect(locales.map(({ dateFnsLocale }) => dateFnsLocale.localize.month(10))).toEqual(['十一月', '十一月', 'November']);
});

test('rules of a dark page and of writing from right to left go, all others stay as they are', () => {
  const css = [
    '@charset "utf-8";',
    '/* a comment */ body, body[theme-mode=dark] .semi-always-light { --a: 1; }',
    'body[theme-mode=dark], body .semi-always-dark { --a: 2; }',
    '.semi-rtl .semi-tag, .semi-portal-rtl .semi-tag { margin: 0; }',
    '@media (max-width: 9px) { .semi-col { width: 1px; } .semi-rtl .semi-col { width: 2px; } }',
    '.semi-tag-dark { color: #fff; }',
  ].join('\n');
  expect(withoutUnusedThemes(css).replace(/\s+/g, ' ').trim()).toBe(
    '@charset "utf-8"; body{ --a: 1; } @media (max-width: 9px) { .semi-col { width: 1px; } } .semi-tag-dark { color: #fff; }',
  );
});

import { expect, test } from 'vitest';
import { withoutUnusedThemes } from './lean-sources.ts';

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

import { describe, expect, it } from 'vitest';
import { contentDisposition } from '../reply/envelope.ts';
import { inlineHashes } from './pages.ts';
import { contentPolicy, withInlineScripts } from '../security-headers.ts';
import { fileInside } from './static-files.ts';

describe('files below a folder', () => {
  it.each([
    ['assets/a.js', '/web/assets/a.js'],
    ['a%20b.js', '/web/a b.js'],
    ['../etc/passwd', undefined],
    ['..%2f..%2fetc/passwd', undefined],
    ['%2e%2e/etc', undefined],
    ['assets/..%5c..%5cx', undefined],
    ['assets//a.js', undefined],
    ['.env', undefined],
    ['assets/.git/config', undefined],
    ['a%00.js', undefined],
    ['%E0%A4%A', undefined],
    ['', undefined],
  ])('%s → %s', (address, file) => {
    expect(fileInside('/web', address)).toBe(file);
  });
});

describe('headers', () => {
  it('carry any file name', () => {
    expect(contentDisposition('attachment', '报告 (1).pdf')).toBe(`attachment; filename="__ (1).pdf"; filename*=UTF-8''%E6%8A%A5%E5%91%8A%20%281%29.pdf`);
    expect(contentDisposition('inline', 'a"\r\nSet-Cookie: x.pdf')).not.toMatch(/[\r\n]/);
  });

  it('allow scripts from our own files only', () => {
    const policy = contentPolicy(['https://dash.example.org']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe-eval');
    expect(policy).toContain("frame-src 'self' blob: https://dash.example.org;");
  });

  it('allow besides exactly the script that stands in the page, letter for letter', () => {
    const page = (script: string) =>
      `<head><script type="systemjs-importmap">{"a":1}</script>\n<script>${script}</script><script defer src="/a.js"></script></head>`;
    const [hash = '', ...more] = inlineHashes(page('start()'));
    expect(hash).toBe('sha256-DIm7WJS6ZKDYe5qFLPy+h4JFI9Bol5QmYC57mt3Fb00=');
    expect(more).toEqual([]);
    expect(inlineHashes(page('start() '))).not.toEqual([hash]);
    expect(withInlineScripts(contentPolicy([]), [hash])).toContain(`script-src 'self' '${hash}';`);
    expect(withInlineScripts(contentPolicy([]), [])).toBe(contentPolicy([]));
  });
});

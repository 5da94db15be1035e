import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isAllowed } from './allowed-licences.mjs';
import { collectLicences, licenceFlaws } from './collect-licences.mjs';
import { licencePage } from './licence-page.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

describe('licences of others', () => {
  it('everything that the product is made of is under an allowed licence, with its text', () => {
    expect(licenceFlaws(collectLicences(ROOT))).toEqual([]);
  });

  it('the list holds what the server runs on, what browsers get, and what came inside a package', () => {
    const packages = collectLicences(ROOT);
    const names = new Map(packages.map((one) => [one.name, one]));
    for (const name of ['fastify', 'pg', 'react', '@douyinfe/semi-ui-19', 'pdfjs-dist', 'Adobe CMap resources (pdfjs-dist)'])
      expect(names.has(name), name).toBe(true);
    expect(names.get('react')).toMatchObject({ licence: 'MIT', text: expect.stringContaining('Permission is hereby granted') });
    // Without a text of its own: the known one, under the name of its author.
    expect(names.get('jsbarcode')?.text).toContain('Copyright (c) Johan Lindell');
    expect(packages.some(({ name }) => name.startsWith('@nephra/'))).toBe(false);
  });

  it.each([
    ['MIT', true],
    ['(MPL-2.0 OR Apache-2.0)', true],
    ['MIT AND Zlib', false],
    ['MIT OR GPL-3.0-or-later AND Zlib', true],
    ['(MIT OR GPL-3.0-or-later) AND Zlib', false],
    ['GPL-3.0-only', false],
    ['SEE LICENSE IN LICENSE', false],
    ['MIT BSD-3-Clause', false],
    ['(MIT', false],
    ['', false],
  ])('%s is allowed: %s', (expression, allowed) => {
    expect(isAllowed(expression)).toBe(allowed);
  });

  it('says which package is in the way', () => {
    const one = { name: 'a', version: '1.0.0', licence: 'MIT', author: '', text: 'x' };
    expect(licenceFlaws([one, { ...one, licence: 'GPL-3.0-only' }, { ...one, licence: '' }, { ...one, text: '' }])).toEqual([
      'a 1.0.0: the licence "GPL-3.0-only" is not among those that are allowed.',
      'a 1.0.0 names no licence.',
      'a 1.0.0 brings no text of its licence MIT.',
    ]);
  });

  it('the page shows texts as they are and runs nothing', () => {
    const page = licencePage([{ name: '<b>', version: '1', licence: 'MIT', text: '<script>x</script> & more' }]);
    expect(page).toContain('&lt;script&gt;x&lt;/script&gt; &amp; more');
    expect(page).not.toContain('<script');
    for (const heading of ['第三方软件许可', '第三方軟體授權', 'Third-party licences']) expect(page).toContain(heading);
  });
});

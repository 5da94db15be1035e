import { expect, it } from 'vitest';
import type { FileTable, LibraryTable } from '../chunks/file-table.ts';
import { indexHtml, lateFiles, type PageParts, sharedImports } from './index-html.ts';

it('names below a wide door are one entry of the import map, the others stand by themselves', () => {
  const door = '@nephra/plugin-sdk/widgets';
  expect(
    sharedImports(['react', 'react/jsx-runtime', `${door}/list-page`, `${door}/pager`, '@nephra/plugin-sdk/ui/core', '@nephra/plugin-sdk/record']),
  ).toEqual({
    react: 'shared:react',
    'react/jsx-runtime': 'shared:react/jsx-runtime',
    [`${door}/`]: `shared:${door}/`,
    '@nephra/plugin-sdk/ui/': 'shared:@nephra/plugin-sdk/ui/',
    '@nephra/plugin-sdk/record': 'shared:@nephra/plugin-sdk/record',
  });
});

const facts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { integrity: `sha256-${name}`, bytes: 1, brotli: 1 }]));
const library: LibraryTable = {
  files: facts('base.js', 'kit.js', 'kit.css', 'chart.js'),
  needs: { 'kit.js': ['base.js'] },
  css: { 'kit.js': ['kit.css'] },
  sheets: ['kit.css'],
  shared: { react: 'base.js', kit: 'kit.js' },
  exports: {},
  base: 'base.js',
};
const app: FileTable = {
  files: facts('login.js', 'shell.js', 'home.js', 'zh.js', 'jobs.js', 'jobs.css'),
  needs: { 'shell.js': ['react'] },
  css: { 'jobs.js': ['jobs.css'] },
  sheets: ['jobs.css'],
};
const parts: PageParts = {
  library,
  app,
  entries: { login: 'login.js', shell: 'shell.js' },
  boot: { fileName: 'boot.js', integrity: 'sha256-boot' },
  early: '',
  texts: { zh: ['zh.js'], zhtw: [], en: [] },
  home: 'home.js',
  late: { fileName: 'late-1.json', integrity: 'sha256-late' },
};

it('each file has its hash in the page or in the list of late files, and in one of them only', () => {
  const late = lateFiles(parts);
  expect(late).toEqual({
    integrity: { 'chart.js': 'sha256-chart.js', 'jobs.js': 'sha256-jobs.js', 'jobs.css': 'sha256-jobs.css' },
    css: { 'jobs.js': ['jobs.css'] },
  });
  const html = indexHtml('<head><!--files--></head>', parts);
  const map = JSON.parse(/<script type="systemjs-importmap">(.*?)<\/script>/.exec(html)?.[1] ?? '{}') as {
    integrity: Record<string, string>;
    nephra: { css: object; sheets: string[]; late: object };
  };
  const inPage = Object.keys(map.integrity).map((name) => name.replace('/assets/', ''));
  expect([...inPage, ...Object.keys(late.integrity)].sort()).toEqual([...Object.keys(library.files), ...Object.keys(app.files)].sort());
  expect(map.nephra).toMatchObject({ css: { '/assets/kit.js': ['/assets/kit.css'] }, late: { file: '/assets/late-1.json', integrity: 'sha256-late' } });
  // The order of all style sheets is known from the start: a late one must not stand before an earlier one.
  expect(map.nephra.sheets).toEqual(['/assets/kit.css', '/assets/jobs.css']);
});

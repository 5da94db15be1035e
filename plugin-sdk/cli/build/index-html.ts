import { type FileTable, type LibraryTable, scriptsFor } from './file-table.ts';
import { KIT_NAME } from './library-chunks.ts';
import { BuildProblem } from './problem.ts';
import { UI_DOOR, WIDGET_DOOR } from './shared-names.ts';

export interface PageParts {
  readonly library: LibraryTable;
  readonly app: FileTable;
  readonly entries: Readonly<Record<'login' | 'shell', string>>;
  readonly boot: { readonly fileName: string; readonly integrity: string };
  /** Script that runs inside the page; the server names its hash in the page's policy. */
  readonly early: string;
  /** Language → files with the texts of shell and components. */
  readonly texts: Readonly<Record<string, readonly string[]>>;
  /** Script of the start page. */
  readonly home: string;
}

const ASSETS = '/assets/';
const MARK = '<!--files-->';

const placed = (names: Readonly<Record<string, readonly string[]>>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(names)
      .filter(([, list]) => list.length > 0)
      .map(([name, list]) => [ASSETS + name, list.map((item) => ASSETS + item)]),
  );

/** Doors with a hundred names below them: one entry stands for all, and every visitor's first page is the shorter for it. */
const WIDE_DOORS = [`${UI_DOOR}/`, `${WIDGET_DOOR}/`];

/** Where the loader finds shared names: by the table of files, under a scheme of its own. */
export function sharedImports(names: readonly string[]): Readonly<Record<string, string>> {
  const entries = names.map((name) => WIDE_DOORS.find((door) => name.startsWith(door)) ?? name);
  return Object.fromEntries([...new Set(entries)].map((entry) => [entry, `shared:${entry}`]));
}

/** Fills the template: import map, the files that every visitor needs, the boot script. Every file carries its hash. */
export function indexHtml(template: string, { library, app, entries, boot, early, texts, home }: PageParts): string {
  if (!template.includes(MARK)) throw new BuildProblem(`The page template has no ${MARK} line to put the files at.`);
  const files = { ...library.files, ...app.files };
  const sheets = [...new Set([...library.sheets, ...app.sheets])];
  const hash = (name: string) => files[name]?.integrity ?? '';
  const map = {
    imports: {
      login: ASSETS + entries.login,
      shell: ASSETS + entries.shell,
      ...sharedImports(Object.keys(library.shared)),
    },
    integrity: Object.fromEntries(Object.keys(files).map((name) => [ASSETS + name, hash(name)])),
    // The loader fetches these together with the entry instead of one after the other.
    depcache: placed(Object.fromEntries(Object.values(entries).map((entry) => [entry, scriptsFor(entry, library, app).slice(1)]))),
    nephra: {
      shared: Object.fromEntries(Object.entries(library.shared).map(([name, file]) => [name, ASSETS + file])),
      css: placed({ ...library.css, ...app.css }),
      sheets: sheets.map((sheet) => ASSETS + sheet),
      texts: Object.fromEntries(Object.entries(texts).map(([language, names]) => [language, names.map((name) => ASSETS + name)])),
      kit: KIT_NAME,
      home: ASSETS + home,
    },
  };
  const { base } = library;
  const lines = [
    ...(library.css[base] ?? []).map(
      (sheet) => `<link rel="stylesheet" href="${ASSETS}${sheet}" integrity="${hash(sheet)}" data-rank="${sheets.indexOf(sheet)}">`,
    ),
    `<link rel="preload" as="script" href="${ASSETS}${base}" integrity="${hash(base)}">`,
    `<script type="systemjs-importmap">${JSON.stringify(map).replaceAll('<', '\\u003c')}</script>`,
    // The log-in page and the frame are fetched from here on, side by side with the boot script.
    `<script>${early.replaceAll('</', '<\\/')}</script>`,
    `<script defer src="${ASSETS}${boot.fileName}" integrity="${boot.integrity}"></script>`,
  ];
  return template.replace(MARK, () => lines.join('\n'));
}

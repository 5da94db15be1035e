import { type FileTable, type LibraryTable, scriptsFor } from '../chunks/file-table.ts';
import { KIT_NAME } from '../chunks/library-chunks.ts';
import { BuildProblem } from '../problem.ts';
import { UI_DOOR, WIDGET_DOOR } from '../doors/shared-names.ts';

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
  /** What `lateFiles` gave, as a file beside the scripts. */
  readonly late: { readonly fileName: string; readonly integrity: string };
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

/** Scripts that may be wanted before any part is loaded on demand: entries, texts, the start page and every shared name. */
function earlyScripts({ library, app, entries, texts, home }: Pick<PageParts, 'library' | 'app' | 'entries' | 'texts' | 'home'>): ReadonlySet<string> {
  const starts = [...Object.values(entries), ...Object.values(texts).flat(), home, ...Object.values(library.shared)].filter(Boolean);
  return new Set(starts.flatMap((start) => scriptsFor(start, library, app)));
}

/** Hashes and style sheets of the scripts that are loaded on demand alone. */
export interface LateFiles {
  readonly integrity: Readonly<Record<string, string>>;
  readonly css: Readonly<Record<string, readonly string[]>>;
}

/**
 * What the loader asks for before the first part that is loaded on demand. In index.html, where each of a hundred pages would stand with a hash that does
 * not compress, every visitor would pay for all of them.
 */
export function lateFiles(parts: Pick<PageParts, 'library' | 'app' | 'entries' | 'texts' | 'home'>): LateFiles {
  const { library, app } = parts;
  const early = earlyScripts(parts);
  const css = Object.fromEntries(Object.entries({ ...library.css, ...app.css }).filter(([script, sheets]) => !early.has(script) && sheets.length > 0));
  const ofEarly = new Set([...early].flatMap((script) => [script, ...(library.css[script] ?? []), ...(app.css[script] ?? [])]));
  const files = Object.entries({ ...library.files, ...app.files }).filter(([name]) => !ofEarly.has(name));
  return { integrity: Object.fromEntries(files.map(([name, { integrity }]) => [name, integrity])), css };
}

/** Fills the template: import map, the files that every visitor needs, the boot script. Every file carries its hash, here or in the list of late files. */
export function indexHtml(template: string, parts: PageParts): string {
  const { library, app, entries, boot, early, texts, home, late } = parts;
  if (!template.includes(MARK)) throw new BuildProblem(`The page template has no ${MARK} line to put the files at.`);
  const files = { ...library.files, ...app.files };
  const { integrity: isLate, css: lateCss } = lateFiles(parts);
  const earlyCss = Object.fromEntries(Object.entries({ ...library.css, ...app.css }).filter(([script]) => !(script in lateCss)));
  const sheets = [...new Set([...library.sheets, ...app.sheets])];
  const hash = (name: string) => files[name]?.integrity ?? '';
  const map = {
    imports: {
      login: ASSETS + entries.login,
      shell: ASSETS + entries.shell,
      ...sharedImports(Object.keys(library.shared)),
    },
    integrity: Object.fromEntries(
      Object.keys(files)
        .filter((name) => !(name in isLate))
        .map((name) => [ASSETS + name, hash(name)]),
    ),
    // The loader fetches these together with the entry instead of one after the other.
    depcache: placed(Object.fromEntries(Object.values(entries).map((entry) => [entry, scriptsFor(entry, library, app).slice(1)]))),
    nephra: {
      shared: Object.fromEntries(Object.entries(library.shared).map(([name, file]) => [name, ASSETS + file])),
      css: placed(earlyCss),
      sheets: sheets.map((sheet) => ASSETS + sheet),
      texts: Object.fromEntries(Object.entries(texts).map(([language, names]) => [language, names.map((name) => ASSETS + name)])),
      kit: KIT_NAME,
      home: ASSETS + home,
      late: { file: ASSETS + late.fileName, integrity: late.integrity },
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

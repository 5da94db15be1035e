import { BuildProblem } from './problem.ts';
import { integrityOf } from './package-files.ts';

/** What the page must know about the shell's files; names are hashed and below `/assets/`. */
export interface FileTable {
  readonly entries: Readonly<Record<'login' | 'shell', string>>;
  /** Script → scripts that it imports. */
  readonly imports: Readonly<Record<string, readonly string[]>>;
  /** Shared name → script that holds it. */
  readonly shared: Readonly<Record<string, string>>;
  readonly css: Readonly<Record<string, readonly string[]>>;
  /** Style sheets in the order in which they must stand in the document. */
  readonly sheets: readonly string[];
  readonly base: string;
}

const ASSETS = '/assets/';
const MARK = '<!--files-->';

const withPlaces = (names: Readonly<Record<string, readonly string[]>>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(names)
      .filter(([, list]) => list.length > 0)
      .map(([name, list]) => [ASSETS + name, list.map((item) => ASSETS + item)]),
  );

/** Fills the template: import map, the files that every visitor needs, the boot script. Every file carries its hash. */
export async function writeIndexHtml(
  template: string,
  { files, boot, table }: { files: ReadonlyMap<string, Uint8Array>; boot: string; table: FileTable },
): Promise<string> {
  if (!template.includes(MARK)) throw new BuildProblem(`The page template has no ${MARK} line to put the files at.`);
  const hash = (name: string) => integrityOf(files.get(`assets/${name}`) ?? '');
  const hashed = [...files.keys()].filter((name) => /\.(js|css)$/.test(name)).map((name) => name.slice('assets/'.length));
  const map = {
    imports: {
      login: ASSETS + table.entries.login,
      shell: ASSETS + table.entries.shell,
      ...Object.fromEntries(Object.keys(table.shared).map((name) => [name, `shared:${name}`])),
    },
    integrity: Object.fromEntries(hashed.filter((name) => name !== boot).map((name) => [ASSETS + name, hash(name)])),
    // The loader fetches these together with the entry instead of after it.
    depcache: withPlaces({ [table.entries.login]: table.imports[table.entries.login] ?? [], [table.entries.shell]: table.imports[table.entries.shell] ?? [] }),
    nephra: {
      shared: Object.fromEntries(Object.entries(table.shared).map(([name, file]) => [name, ASSETS + file])),
      css: withPlaces(table.css),
      sheets: table.sheets.map((sheet) => ASSETS + sheet),
    },
  };
  const baseStyles = (table.css[table.base] ?? []).map(
    (sheet) => `<link rel="stylesheet" href="${ASSETS}${sheet}" integrity="${hash(sheet)}" data-rank="${table.sheets.indexOf(sheet)}">`,
  );
  const lines = [
    ...baseStyles,
    `<link rel="preload" as="script" href="${ASSETS}${table.base}" integrity="${hash(table.base)}">`,
    `<script type="systemjs-importmap">${JSON.stringify(map).replaceAll('<', '\\u003c')}</script>`,
    `<script defer src="${ASSETS}${boot}" integrity="${hash(boot)}"></script>`,
  ];
  return template.replace(MARK, lines.join('\n'));
}

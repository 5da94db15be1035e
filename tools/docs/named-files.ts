/** Paths and scripts that a document names. */

const FENCE = /^```.*?^```/gms;
const INLINE = /`([^`\n]{1,300})`/g;
const LINK = /\]\(([^)\s]{1,200})\)/g;
const SCRIPT = /\bnpm run ([\w:-]{1,40})/g;
/** No placeholder, no glob, no address of the server, nothing of a home folder. */
const PATH = /^[\w.-]+(\/[\w.-]+)+\/?$/;

export interface Surroundings {
  /** Folder of the document below the root; empty for the root. */
  readonly folder: string;
  /** Whether a file or folder is there, by its path below the root. */
  readonly exists: (path: string) => boolean;
}

/** Words of inline code and links that look like paths below the root, or beside the document. Blocks of code are examples and are left out. */
export function namedPaths(text: string, { folder, exists }: Surroundings): string[] {
  const prose = text.replace(FENCE, '');
  const inline = [...prose.matchAll(INLINE)].flatMap(([, code = '']) => code.split(/[\s,;()]+/));
  const links = [...prose.matchAll(LINK)].map(([, target = '']) => target);
  const beside = (path: string): string => (folder === '' ? path : `${folder}/${path}`);
  return [...new Set([...inline, ...links])].filter((word) => {
    const [first = ''] = word.split('/');
    return PATH.test(word) && !first.startsWith('.') && (exists(first) || exists(beside(first)));
  });
}

/** Named paths that are neither below the root nor beside the document. */
export const missingPaths = (text: string, around: Surroundings): string[] =>
  namedPaths(text, around).filter((path) => !around.exists(path) && !around.exists(around.folder === '' ? path : `${around.folder}/${path}`));

/** Scripts of `npm run` that a text names, in blocks of code, too. */
export const namedScripts = (text: string): string[] => [...new Set([...text.matchAll(SCRIPT)].map(([, name = '']) => name))];

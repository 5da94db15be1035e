/** A block of a document of the SDK that a test follows. */
export type Step =
  | { readonly kind: 'sh'; readonly commands: readonly string[] }
  | { readonly kind: 'file'; readonly file: string; readonly content: string }
  | { readonly kind: 'edit'; readonly file: string; readonly from: string; readonly to: string }
  | { readonly kind: 'slot'; readonly point: string; readonly name: string; readonly content: string };

const BLOCK = /^```(sh|file|edit|slot)([^\n]*)\n([\s\S]*?)^```$/gm;
const BECOMES = '--- becomes\n';

/** The blocks of a document in their order; what is no step of it (`json`, `tsx`) is left out. */
export function stepsOf(document: string): Step[] {
  return [...document.matchAll(BLOCK)].map(([, kind, words = '', body = '']): Step => {
    const given = new Map([...words.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]));
    const named = (name: string): string => given.get(name) ?? fail(`a block \`${kind}${words}\` names no ${name}`);
    if (kind === 'sh') return { kind, commands: body.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.replace(/\s+#.*$/, '')])) };
    if (kind === 'file') return { kind, file: named('name'), content: body };
    if (kind === 'slot') return { kind, point: named('point'), name: named('name'), content: body };
    const [from, to, ...more] = body.split(BECOMES);
    if (from === undefined || to === undefined || more.length > 0) fail(`an edit of ${named('file')} is not "before, ${BECOMES.trim()}, after"`);
    return { kind: 'edit', file: named('file'), from: (from ?? '').replace(/\n$/, ''), to: (to ?? '').replace(/\n$/, '') };
  });
}

function fail(text: string): never {
  throw new Error(text);
}

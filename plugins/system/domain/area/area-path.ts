/** Between the names of a path, for people and in workbooks. */
const PATH_MARK = '/';
const WIDE_MARK = '／';

/** A name of a path; the mark of the path is none of it. */
const inPath = (name: string): string => name.replaceAll(PATH_MARK, WIDE_MARK);
/** Names that a name of a path may stand for. */
export const namesInPath = (name: string): readonly string[] => [...new Set([name, name.replaceAll(WIDE_MARK, PATH_MARK)])];

/** `广东省/广州市/荔湾区`. A city that is called like what stands above it is said once: `北京市/东城区`. */
export const pathText = (names: readonly string[]): string => saidOnce(names).map(inPath).join(PATH_MARK);

const saidOnce = (names: readonly string[]): readonly string[] => names.filter((name, at) => name !== names[at - 1]);

const partsOf = (text: string, between: RegExp): readonly string[] =>
  text
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** The names that a text may say, from the top: as `pathText` writes them, else as people do, with blanks and arrows between them. */
export const namesSaid = (text: string): readonly (readonly string[])[] => [partsOf(text, /\//), partsOf(text, /[/／\\>›\s]/)];

/** Whether a text means this path: all of its names, or the lower ones. */
export function isMeant(said: readonly string[], names: readonly string[]): boolean {
  const [wanted, path] = [saidOnce(said).map(inPath), saidOnce(names).map(inPath)];
  return wanted.length > 0 && wanted.length <= path.length && wanted.every((name, at) => name === path[path.length - wanted.length + at]);
}

/** Steps below the top from which on an area is an address although more lies below it: a district. */
export const ADDRESS_LEVEL = 2;

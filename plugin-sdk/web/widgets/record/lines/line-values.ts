/** A line in the form: values of its cells as their controls have them. */
export type FormLine = Readonly<Record<string, unknown>> & {
  /** Names it while the form is open; never sent. */
  readonly key: string;
  /** `''`: it is not saved yet. */
  readonly id: string;
};

const KEY = /^r(\d+)$/;
const keyOf = (number: number): string => `r${number}`;

/** Lines of the form from those on the wire. @param values cells of one line */
export const formLines = (wire: unknown, values: (line: Readonly<Record<string, unknown>>) => object): readonly FormLine[] =>
  (Array.isArray(wire) ? (wire as readonly Readonly<Record<string, unknown>>[]) : []).map((line, at) => ({
    ...values(line),
    key: keyOf(at),
    id: typeof line.id === 'string' ? line.id : '',
  }));

/** What is sent: all lines in their order, those that are saved with their id. */
export const sentLines = (lines: unknown, values: (line: FormLine) => object): readonly object[] =>
  ((lines ?? []) as readonly FormLine[]).map((line) => ({ ...(line.id !== '' && { id: line.id }), ...values(line) }));

/** The same lines as those of another row: none is saved yet. */
export const copiedLines = (wire: unknown): readonly object[] => (Array.isArray(wire) ? (wire as readonly object[]) : []).map((line) => ({ ...line, id: '' }));

/** A key that no line has. */
export const freeKey = (lines: readonly FormLine[]): string => keyOf(1 + Math.max(-1, ...lines.map(({ key }) => Number(KEY.exec(key)?.[1] ?? -1))));

/** The lines with one of them at another place; the same where there is no such place. */
export function movedLine(lines: readonly FormLine[], at: number, to: number): readonly FormLine[] {
  const line = lines[at];
  if (!line || to < 0 || to >= lines.length || to === at) return lines;
  const others = lines.filter((each) => each !== line);
  return [...others.slice(0, to), line, ...others.slice(to)];
}

import { checkValue, type Language, validationText } from '@nephra/plugin-sdk/contract';
import { action, makeObservable, observable } from 'mobx';
import type { Field } from '../../form-field.ts';
import type { FormLine } from './line-values.ts';

/** Control of a cell of a line. */
export type CellItem = Field<Readonly<Record<string, never>>>;

/** The whole line, where no cell of it is meant. */
const WHOLE = '';

/** What is wrong with cells of the lines of one form, by field, line and cell. Knows no React. */
export class LineComplaints {
  private readonly texts = observable.map<string, string>({}, { deep: false });
  /** Keys of the lines that were checked last, in their order: what the server says names a line by its number. */
  private readonly sent = new Map<string, readonly string[]>();

  constructor() {
    makeObservable(this, { check: action, complain: action, forget: action });
  }

  textOf(field: string, key: string, cell: string = WHOLE): string | undefined {
    return this.texts.get(nameOf(field, key, cell));
  }

  /** A cell that changes, or a line that goes, is no longer complained of. @param cell undefined: all of the line */
  forget(field: string, key: string, cell?: string): void {
    const line = `${nameOf(field, key, '')}`;
    this.texts.delete(line);
    if (cell !== undefined) this.texts.delete(nameOf(field, key, cell));
    else for (const name of [...this.texts.keys()]) if (name.startsWith(line)) this.texts.delete(name);
  }

  /** @returns whether every cell passes */
  check(field: string, lines: readonly FormLine[], items: (line: FormLine) => readonly CellItem[], language: Language): boolean {
    this.sent.set(
      field,
      lines.map(({ key }) => key),
    );
    for (const name of [...this.texts.keys()]) if (name.startsWith(`${field}.`)) this.texts.delete(name);
    let passed = true;
    for (const line of lines)
      for (const { name, label, required, rules, visible, check } of items(line)) {
        if (!(visible?.(line as never) ?? true)) continue;
        // A calculated value is nobody's to type: its field says what is wrong with it.
        const said = check?.(line as never);
        if (said !== undefined) {
          this.texts.set(nameOf(field, line.key, name), said);
          passed = false;
          continue;
        }
        const failure = checkValue(line[name], { required, label, rules });
        if (!failure) continue;
        this.texts.set(nameOf(field, line.key, name), validationText(failure, language));
        passed = false;
      }
    return passed;
  }

  /**
   * What the server says: `2.dose` is a cell of the third line that was sent, `2` the whole of it.
   * @returns false where there is no such line
   */
  complain(field: string, at: string, text: string): boolean {
    const [index = '', cell = WHOLE] = at.split('.');
    const key = this.sent.get(field)?.[Number(index)];
    if (key === undefined) return false;
    this.texts.set(nameOf(field, key, cell), text);
    return true;
  }
}

const nameOf = (field: string, key: string, cell: string): string => `${field}.${key}.${cell}`;

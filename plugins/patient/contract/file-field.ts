import { type TextByLanguage, type TSchema, Type } from '@nephra/plugin-sdk/contract';

/** What a field is to the form, the drawer and the rules. `other`: its control and its words are written by hand. */
export type FieldKind = 'text' | 'note' | 'day' | 'other';
/** Part of form and drawer in which it stands. */
export type FieldGroup = 'basic' | 'insurance' | 'clinical' | 'dialysis';
type Shown = 'list' | 'file';

export interface FieldFacts<K extends FieldKind = FieldKind, S extends Shown = Shown> {
  readonly kind: K;
  /** `list`: rows of lists carry it, too. */
  readonly shown: S;
  readonly label: TextByLanguage;
  readonly group: FieldGroup;
  /** Characters at most; 0 where it is no text. */
  readonly max: number;
  /** What stands where nobody has said anything. */
  readonly empty: unknown;
  /** What the form of a new file begins with. */
  readonly initial: unknown;
  /** Blanks around it are none of it. */
  readonly trimmed: boolean;
  /** Identifies a person: shown in part, in histories too; the whole needs the reveal call. */
  readonly masked: boolean;
  /** May be left out of what is sent: of an edit it stays as it was, of a new file it is empty. */
  readonly optional: boolean;
}

/**
 * A field of the patient file, described once: from it come what is sent and read, limits, trimming, histories and merging, the control of the form, the line of the
 * drawer, and its name. No field of a record (`@nephra/plugin-sdk/record`): the platform's wire has null for no day, numbers for sexes and lists of its own here, and
 * every page that knows patients would load what records are made of.
 */
export class FileField<W extends TSchema = TSchema, R extends TSchema = TSchema, K extends FieldKind = FieldKind, S extends Shown = Shown> {
  constructor(
    readonly facts: FieldFacts<K, S>,
    readonly written: W,
    readonly read: R,
  ) {}

  /** Its name for people. */
  label(zh: string, zhtw: string, en: string): FileField<W, R, K, S> {
    return this.#with({ label: { zh, zhtw, en } });
  }
  /** Default `basic`. */
  in(group: FieldGroup): FileField<W, R, K, S> {
    return this.#with({ group });
  }
  initial(value: unknown): FileField<W, R, K, S> {
    return this.#with({ initial: value });
  }
  /** Kept as it was typed, blanks and all. */
  asTyped(): FileField<W, R, K, S> {
    return this.#with({ trimmed: false });
  }
  masked(): FileField<W, R, K, S> {
    return this.#with({ masked: true });
  }
  inLists(): FileField<W, R, K, 'list'> {
    return new FileField({ ...this.facts, shown: 'list' }, this.written, this.read);
  }
  /** May be left out of what is sent; older clients know nothing of a field that came later. */
  optional() {
    return new FileField<ReturnType<typeof Type.Optional<W>>, R, K, S>({ ...this.facts, optional: true }, Type.Optional(this.written), this.read);
  }
  /** Is missing for callers without its column code. */
  withheld() {
    return new FileField<W, ReturnType<typeof Type.Optional<R>>, K, S>(this.facts, this.written, Type.Optional(this.read));
  }

  #with(more: Partial<FieldFacts<K, S>>): FileField<W, R, K, S> {
    return new FileField({ ...this.facts, ...more }, this.written, this.read);
  }
}

const NO_NAME: TextByLanguage = { zh: '', zhtw: '', en: '' };

export function factsOf<K extends FieldKind>(kind: K, empty: unknown, max = 0): FieldFacts<K, 'file'> {
  const flags = { trimmed: kind === 'text', masked: false, optional: false };
  return { kind, shown: 'file', label: NO_NAME, group: 'basic', max, empty, initial: empty, ...flags };
}

export type FileFields = Readonly<Record<string, FileField>>;

function schemasOf(fields: FileFields, of: (field: FileField) => TSchema | undefined): Record<string, TSchema> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const schema = of(field);
      return schema ? [[name, schema]] : [];
    }),
  );
}

type ReadIn<F extends FileFields, S extends Shown> = { -readonly [N in keyof F as F[N]['facts']['shown'] extends S ? N : never]: F[N]['read'] };

/** Members of what is sent. Called inside `Type.Object(…)`, so that browsers get neither it nor the fields. */
export const writtenOf = <F extends FileFields>(fields: F) => schemasOf(fields, ({ written }) => written) as { -readonly [N in keyof F]: F[N]['written'] };
/** Members of a row of a list, and those that the whole file has besides. */
export const readInLists = <F extends FileFields>(fields: F) =>
  schemasOf(fields, ({ facts, read }) => (facts.shown === 'list' ? read : undefined)) as ReadIn<F, 'list'>;
export const readInFiles = <F extends FileFields>(fields: F) =>
  schemasOf(fields, ({ facts, read }) => (facts.shown === 'file' ? read : undefined)) as ReadIn<F, 'file'>;

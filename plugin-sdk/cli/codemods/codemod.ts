/** One automatic change of a plugin's sources. Numbers grow with SDK releases and are never reused. */
export interface Codemod {
  readonly number: number;
  readonly title: string;
  /** @returns the new text of a source file; the same text when it does not concern it */
  readonly apply: (source: string, file: string) => string;
}

/** A name of the SDK that still works and will be gone. */
export interface DeprecatedName {
  /** Entry point, `@nephra/plugin-sdk/web`. */
  readonly door: string;
  readonly name: string;
  /** SDK version in which it was declared to go. */
  readonly since: string;
  /** First SDK version without it: a major, and at least twelve months after `since` (docs/versions.md). */
  readonly gone: string;
  /** What to write in its place. */
  readonly instead: string;
}

/** All of them; each has `@deprecated` at its declaration, and a test compares the two. */
export const DEPRECATED_NAMES: readonly DeprecatedName[] = [];

/** Those that a package uses. @param uses `uses` of its manifest: door → names */
export const deprecatedIn = (uses: Readonly<Record<string, readonly string[]>> = {}, list: readonly DeprecatedName[] = DEPRECATED_NAMES): DeprecatedName[] =>
  list.filter(({ door, name }) => uses[door]?.includes(name));

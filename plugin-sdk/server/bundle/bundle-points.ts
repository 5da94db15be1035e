import { defineExtension, type TextByLanguage } from '../../contract/index.ts';
import type { CallContext } from '../context.ts';
import type { HomeReader } from '../home-cards.ts';

/** Plain JSON. */
export type BundleValue = string | number | boolean | null | readonly BundleValue[] | { readonly [name: string]: BundleValue };

/** One entry as a bundle carries it. It names everything by code: ids are of one site. */
export interface BundleRow {
  /** Unique within the part, the same at every site: `sex/1`, `patient.outpatient`. At most `MAX_BUNDLE_CODE` characters. */
  readonly code: string;
  /** How people call it; it is shown and never compared. */
  readonly name: string;
  /** Code of the entry of the same part that must be there before this one. */
  readonly parent?: string;
  /** What is compared and written, member by member. */
  readonly values: Readonly<Record<string, BundleValue>>;
}
export const MAX_BUNDLE_CODE = 300;

/** What a part takes along, and what it leaves behind with its name. */
export interface BundleContent {
  readonly rows: readonly BundleRow[];
  /** `secret`: to be entered again at the other site; `local`: means something at this site alone; `large`: the file had no room, it goes along where it is named. */
  readonly left: readonly { readonly name: string; readonly why: 'secret' | 'local' | 'large' }[];
}

/** How a member of `values` is called, and words of the values that are codes. */
export interface BundleField {
  readonly label: TextByLanguage;
  readonly words?: Readonly<Record<string, TextByLanguage>>;
}

export type BundleAct = 'new' | 'changed' | 'same' | 'conflict';

/** What an entry of a bundle would change here. */
export interface BundleFinding {
  readonly code: string;
  readonly name: string;
  readonly act: BundleAct;
  /** Members that differ; of a new entry all of them, with `from` null. */
  readonly fields: readonly { readonly field: string; readonly from: BundleValue; readonly to: BundleValue }[];
  /** Of a conflict: why it cannot be written, in the reader's language. Empty otherwise. */
  readonly reason: string;
}

/** On whose behalf a bundle is made or read: always a system administrator. */
export type BundleCaller = HomeReader &
  Pick<CallContext<never>, 'refusalText'> & {
    /** Told before each entry that is looked at or written: progress counts it, and a refusal names it. */
    readonly step: (row: BundleRow) => void;
  };

/** A subject of a plugin that goes along from site to site. `bundlePart` makes one. */
export interface BundlePart {
  /** Unique in its plugin, `dictionaries`; files name it `system.dictionaries`. */
  readonly id: string;
  readonly title: TextByLanguage;
  /** Raised when `values` come to mean something else. Rows of a newer format are not read, those of an older one are: `compare` and `apply` know them. */
  readonly format: number;
  /** Parts whose entries these refer to, by their full names: they are written first. */
  readonly after: readonly string[];
  /** Goes along only where somebody chose it: what a site keeps, rather than how it is set up. */
  readonly byChoice?: boolean;
  readonly fields: Readonly<Record<string, BundleField>>;
  /** What the site has made its own. @param codes as they stand here now, whoever made them; those that are not here are left out */
  export(caller: BundleCaller, codes?: ReadonlySet<string>): Promise<BundleContent>;
  /** Asked within a transaction that is taken back afterwards, so that it may find out by writing. One finding for each row, in any order. */
  compare(caller: BundleCaller, rows: readonly BundleRow[]): Promise<readonly BundleFinding[]>;
  /** Writes within the running transaction; what is the same is not written. @throws AppError what the first entry is refused with */
  apply(caller: BundleCaller, rows: readonly BundleRow[]): Promise<Readonly<Record<Exclude<BundleAct, 'conflict'>, number>>>;
}

/** Parts of running plugins, in the order of registry.json. The page of bundles (plugin `system`) carries them. */
export const bundleParts = defineExtension<BundlePart>('system.bundle-part@1', {
  id: 'text',
  title: 'title',
  format: 'number',
  after: 'texts',
  fields: 'object',
  export: 'function',
  compare: 'function',
  apply: 'function',
});

import { canonicalJson, compareVersions, isVersion, type TextByLanguage } from '@nephra/plugin-sdk/contract';
import { BUNDLE_FORMAT, MAX_BUNDLE_DEPTH, MAX_BUNDLE_PARTS, MAX_BUNDLE_ROWS, MAX_PUBLIC_KEY, MAX_SITE_NAME } from '../../contract/bundle/bundle-limits.ts';
import { hostileMember, isDeeperThan } from './bundle-text.ts';

/** Says what a file is, and what was signed: a signature of it is none of a plugin package. */
const KIND = 'nephra-bundle';
const MAX_ROW_CODE = 300;
const MAX_ROW_NAME = 300;

/** Plain JSON. */
export type FileValue = string | number | boolean | null | readonly FileValue[] | { readonly [name: string]: FileValue };
export interface FileRow {
  readonly code: string;
  readonly name: string;
  readonly parent?: string;
  readonly values: Readonly<Record<string, FileValue>>;
}
export interface FilePart {
  readonly id: string;
  readonly title: TextByLanguage;
  readonly format: number;
  readonly left: readonly { readonly name: string; readonly why: 'secret' | 'local' | 'large' }[];
  readonly rows: readonly FileRow[];
}

/** What a bundle says. */
export interface BundleContents {
  /** Version of the product that made it, `1.0.0`. */
  readonly product: string;
  readonly siteName: string;
  /** ISO text. */
  readonly madeAt: string;
  readonly parts: readonly FilePart[];
}
/** With who says so. */
export interface SignedBundle extends BundleContents {
  /** PEM. */
  readonly publicKey: string;
  /** As `signPackage` made it. */
  readonly signature: unknown;
}

/** What is signed, as files of a package: what the bundle is, and the entries of each part. Its text is the same whatever the file looked like. */
export function bundleFiles({ parts, ...head }: BundleContents): ReadonlyMap<string, string> {
  const manifest = { ...head, id: KIND, version: String(BUNDLE_FORMAT), parts: parts.map(({ rows, ...part }) => ({ ...part, count: rows.length })) };
  return new Map([['manifest.json', canonicalJson(manifest)], ...parts.map(({ id, rows }): [string, string] => [`parts/${id}.json`, canonicalJson(rows)])]);
}

/** Which part a signed file holds; undefined for what says what the bundle is. */
export const partOfFile = (file: string): string | undefined => /^parts\/(.+)\.json$/.exec(file)?.[1];

/** Text of the file. Entries stand in the order of their codes, so that two bundles can be compared line by line. */
export const bundleText = ({ parts, ...rest }: SignedBundle): string => `${canonicalJson({ kind: KIND, format: BUNDLE_FORMAT, ...rest, parts })}\n`;

/** Why a file is not taken: keys below `errors.system`. */
export type BundleFlaw =
  | { readonly flaw: 'bundle-other' | 'bundle-broken' | 'bundle-deep' | 'bundle-many' }
  | { readonly flaw: 'bundle-newer' | 'bundle-format-newer'; readonly version: string; readonly here: string }
  | { readonly flaw: 'bundle-hostile'; readonly what: string };

type Loose = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value.length <= most;
const isWords = (value: unknown): boolean => isObject(value) && [value.zh, value.zhtw, value.en].every((word) => isText(word, MAX_ROW_NAME));

const isRow = (value: unknown): boolean =>
  isObject(value) &&
  isText(value.code, MAX_ROW_CODE) &&
  value.code !== '' &&
  isText(value.name, MAX_ROW_NAME) &&
  (value.parent === undefined || isText(value.parent, MAX_ROW_CODE)) &&
  isObject(value.values);
const isLeft = (value: unknown): boolean =>
  isObject(value) && isText(value.name, MAX_ROW_NAME) && (value.why === 'secret' || value.why === 'local' || value.why === 'large');

const isPart = (value: unknown): boolean =>
  isObject(value) &&
  isText(value.id, 130) &&
  isWords(value.title) &&
  Number.isInteger(value.format) &&
  Array.isArray(value.left) &&
  value.left.every(isLeft) &&
  Array.isArray(value.rows) &&
  value.rows.every(isRow);

/**
 * Reads the text of a file whoever made it. Whether it was signed, and by whom, is another question.
 * @param here version of this product
 */
export function readBundle(text: string, here: string): SignedBundle | BundleFlaw {
  if (isDeeperThan(text, MAX_BUNDLE_DEPTH)) return { flaw: 'bundle-deep' };
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return { flaw: 'bundle-other' };
  }
  if (!isObject(value) || value.kind !== KIND) return { flaw: 'bundle-other' };
  const hostile = hostileMember(value);
  if (hostile !== undefined) return { flaw: 'bundle-hostile', what: hostile };
  const { format, product, siteName, madeAt, parts, publicKey, signature } = value;
  // Before its shape: a newer one may have another.
  if (typeof format === 'number' && format > BUNDLE_FORMAT)
    return { flaw: 'bundle-format-newer', version: String(format).slice(0, 20), here: String(BUNDLE_FORMAT) };
  if (typeof product === 'string' && isVersion(product) && compareVersions(product, here) > 0) return { flaw: 'bundle-newer', version: product, here };
  if (
    format !== BUNDLE_FORMAT ||
    typeof product !== 'string' ||
    !isVersion(product) ||
    !isText(siteName, MAX_SITE_NAME) ||
    !isText(madeAt, 40) ||
    Number.isNaN(Date.parse(madeAt)) ||
    !isText(publicKey, MAX_PUBLIC_KEY) ||
    !isObject(signature) ||
    !Array.isArray(parts) ||
    parts.length > MAX_BUNDLE_PARTS ||
    !parts.every(isPart)
  )
    return { flaw: 'bundle-broken' };
  const read = parts as readonly FilePart[];
  if (read.reduce((sum, { rows }) => sum + rows.length, 0) > MAX_BUNDLE_ROWS) return { flaw: 'bundle-many' };
  const isDoubled = (codes: readonly string[]): boolean => new Set(codes).size < codes.length;
  if (isDoubled(read.map(({ id }) => id)) || read.some(({ rows }) => isDoubled(rows.map(({ code }) => code)))) return { flaw: 'bundle-broken' };
  return { product, siteName, madeAt, parts: read, publicKey, signature };
}

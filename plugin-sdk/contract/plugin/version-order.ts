const VERSION = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;
const NUMBER = /^\d+$/;
const MAX_PARTS = 3;
const MAX_LENGTH = 256;

/** Whether it is a version that has a place in an order: `1.0.0`, `1.0.0-rc.1`, `1.0.0+build.7`. */
export const isVersion = (text: string): boolean => text.length <= MAX_LENGTH && VERSION.test(text);

/**
 * Which of two versions comes first, by the rules of Semantic Versioning 2.0.0: `1.0.0-9` before `1.0.0-10` before `1.0.0-rc.1` before `1.0.0`; what stands behind
 * a plus sign does not count.
 * @returns below 0: `one`; above 0: `other`; 0: neither
 * @throws RangeError for a text that is no version
 */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [partsOf(one), partsOf(other)];
  for (let at = 0; at < MAX_PARTS; at += 1) {
    const difference = Number(left.numbers[at]) - Number(right.numbers[at]);
    if (difference !== 0) return difference;
  }
  if (left.before.length === 0 || right.before.length === 0) return right.before.length - left.before.length;
  for (const [at, word] of left.before.entries()) {
    const against = right.before[at];
    if (against === undefined) return 1;
    const order = compareWords(word, against);
    if (order !== 0) return order;
  }
  return left.before.length - right.before.length;
}

function compareWords(one: string, other: string): number {
  const numbers = [NUMBER.test(one), NUMBER.test(other)];
  if (numbers[0] && numbers[1]) return Math.sign(one.length - other.length) || byCode(one, other);
  if (numbers[0] || numbers[1]) return numbers[0] ? -1 : 1;
  return byCode(one, other);
}

const byCode = (one: string, other: string): number => Number(one > other) - Number(one < other);

function partsOf(version: string): { readonly numbers: readonly (string | undefined)[]; readonly before: readonly string[] } {
  const [, major, minor, patch, before] = (isVersion(version) && VERSION.exec(version)) || [];
  if (major === undefined) throw new RangeError(`"${version.slice(0, 80)}" is no version`);
  return { numbers: [major, minor, patch], before: before?.split('.') ?? [] };
}

/** The version in the name of a built package's folder, `1.0.0-rc.1` of `1.0.0-rc.1-0a1b2c3d4e`. */
export const versionOfFolder = (folder: string): string => folder.slice(0, Math.max(0, folder.lastIndexOf('-')));

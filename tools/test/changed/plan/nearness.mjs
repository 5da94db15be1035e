import path from 'node:path';

const areaOf = (file) => file.split('/').slice(0, 2).join('/');
/** `refund.command.ts` and `refund.int.test.ts` are of one matter. */
const matterOf = (file) => path.posix.basename(file).split('.')[0];

const folderOf = (file) => path.posix.dirname(file);
/** A part of a page lies in a folder below the page, and the page's test is the one that sees it on a screen. */
const isAbove = (test, changed) => folderOf(changed).startsWith(`${folderOf(test)}/`);

/**
 * How far a test lies from a changed file: 0 the test itself or its namesake, 1 same folder, a folder above, or the same
 * plugin and it imports the file itself, 2 same plugin or half, 3 elsewhere, 4 over the whole product.
 * @param {boolean} imports whether the test names the file itself
 */
export function distance(changed, test, imports = false) {
  const beside = folderOf(changed) === folderOf(test);
  if (changed === test || (beside && matterOf(changed) === matterOf(test))) return 0;
  if (beside || isAbove(test, changed)) return 1;
  if (areaOf(changed) === areaOf(test)) return imports ? 1 : 2;
  return /^(tests|tools)\//.test(test) ? 4 : 3;
}

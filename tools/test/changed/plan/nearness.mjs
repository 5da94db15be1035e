import path from 'node:path';

const areaOf = (file) => file.split('/').slice(0, 2).join('/');
/** `refund.command.ts` and `refund.int.test.ts` are of one matter. */
const matterOf = (file) => path.posix.basename(file).split('.')[0];

/** How far a test lies from a changed file: 0 the test itself or its namesake, 1 same folder, 2 same plugin or half, 3 elsewhere, 4 over the whole product. */
export function distance(changed, test) {
  const beside = path.posix.dirname(changed) === path.posix.dirname(test);
  if (changed === test || (beside && matterOf(changed) === matterOf(test))) return 0;
  if (beside) return 1;
  if (areaOf(changed) === areaOf(test)) return 2;
  return /^(tests|tools)\//.test(test) ? 4 : 3;
}

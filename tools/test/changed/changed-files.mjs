import { execFileSync } from 'node:child_process';

/**
 * The commit that `--changed` or `--changed=<commit>` compares with; undefined: not asked for. Without a name it is the last commit.
 * @param {readonly string[]} words of the command line
 */
export function comparedWith(words) {
  const found = words.find((word) => word === '--changed' || word.startsWith('--changed='));
  return found === undefined ? undefined : found.slice('--changed='.length) || 'HEAD';
}

/**
 * Files that differ from a commit, staged or not, and new ones that git does not ignore. A renamed file counts under both names, a deleted one
 * under its last: what asked for it by that name is broken now.
 * @param {{ against?: string, root?: string }} where
 * @returns {string[]} paths below the root, sorted
 * @throws Error that says what to do when the commit is not known
 */
export function changedFiles({ against = 'HEAD', root = process.cwd() } = {}) {
  const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'pipe'] });
  const listed = (text) => text.split('\0').filter((file) => file !== '');
  try {
    git('rev-parse', '--verify', '--quiet', '--end-of-options', `${against}^{commit}`);
  } catch {
    throw new Error(`git knows no commit "${against}"; name one that \`git log\` shows, or leave the name out to compare with the last commit`);
  }
  const differing = listed(git('diff', '--name-only', '--no-renames', '--relative', '-z', against, '--'));
  const untracked = listed(git('ls-files', '--others', '--exclude-standard', '-z'));
  return [...new Set([...differing, ...untracked])].sort();
}

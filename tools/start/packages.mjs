import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const WANTED = [20, 19];

/** @returns a sentence when this Node is too old, '' when it will do */
export function nodeProblem(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > WANTED[0] || (major === WANTED[0] && minor >= WANTED[1])) return '';
  return `Nephra needs Node ${WANTED.join('.')} or newer; this is ${version}. Install a current one and run the command again.`;
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/**
 * Compares the lock file with what npm says it installed.
 * @returns {boolean} true when something is missing or has another version
 */
export function packagesAreStale(root) {
  const installed = path.join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installed)) return true;
  const wanted = readJson(path.join(root, 'package-lock.json')).packages ?? {};
  const present = readJson(installed).packages ?? {};
  return Object.entries(wanted).some(
    ([name, entry]) => name.startsWith('node_modules/') && !entry.link && !entry.optional && present[name]?.version !== entry.version,
  );
}

/**
 * Installs the locked packages when they are missing or stale. Not `npm ci`: it refuses to work where a registry lacks the binaries of
 * other systems, which nobody here needs; `--no-save` keeps to the lock file all the same.
 * @returns false when npm failed
 */
export function installPackages(root, say = console.log) {
  if (!packagesAreStale(root)) return true;
  say('Installing packages (only when they changed) …');
  const { status } = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
    shell: process.platform === 'win32',
  });
  return status === 0;
}

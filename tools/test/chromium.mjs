import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

const SYSTEM_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const playwrightOwn = () => {
  try {
    const { chromium } = createRequire(import.meta.url)('playwright');
    return chromium.executablePath();
  } catch {
    return '';
  }
};

const run = (command, args, timeout) => spawnSync(command, args, { stdio: ['ignore', 'ignore', 'ignore'], timeout }).status === 0;

/** Path of a Chromium that is already on the machine, or ''. */
export function findChromium() {
  return [process.env.CHROMIUM, playwrightOwn(), ...SYSTEM_PLACES].find((place) => place && existsSync(place)) ?? '';
}

/**
 * Finds a Chromium or installs one: Playwright's own first, then Debian's package when we are root.
 * @returns {{path: string, problem: string}} exactly one of the two is filled
 */
export function obtainChromium(say = console.log) {
  const found = findChromium();
  if (found) return { path: found, problem: '' };
  say('No Chromium found; trying the one that Playwright brings …');
  if (run('npx', ['playwright', 'install', 'chromium'], 240_000) && findChromium()) return { path: findChromium(), problem: '' };
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say("Not to be had; installing Debian's chromium …");
    run('apt-get', ['update'], 240_000);
    run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'], 600_000);
    if (findChromium()) return { path: findChromium(), problem: '' };
  }
  return {
    path: '',
    problem:
      'No Chromium could be found or installed. Install one (for Debian: apt-get install chromium fonts-noto-cjk; elsewhere: npx playwright install chromium), ' +
      'or set CHROMIUM to the path of one, then run npm test again.',
  };
}

/** Arguments for a headless Chromium that never calls out. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

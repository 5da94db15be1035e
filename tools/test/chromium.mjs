import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The same engine without a window system around it: a page costs it a third less of the processor's time. */
const SYSTEM_SHELLS = ['/usr/bin/chromium-headless-shell'];
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

/** Playwright keeps its shell beside its browser: `chromium_headless_shell-1255` beside `chromium-1255`. */
function playwrightShells(own) {
  const [, folder, revision] = /^(.*)[\\/]chromium-(\d+)[\\/]/.exec(own) ?? [];
  const shells = folder && path.join(folder, `chromium_headless_shell-${revision}`);
  if (!shells || !existsSync(shells)) return [];
  return readdirSync(shells).flatMap((platform) => ['chrome-headless-shell', 'headless_shell'].map((name) => path.join(shells, platform, name)));
}

const run = (command, args, timeout) => spawnSync(command, args, { stdio: ['ignore', 'ignore', 'ignore'], timeout }).status === 0;

const firstThere = (places) => places.find((place) => place && existsSync(place)) ?? '';
const findShell = () => firstThere([...playwrightShells(playwrightOwn()), ...SYSTEM_SHELLS]);

/** Path of a Chromium that is already on the machine, or ''. `CHROMIUM` names one; else a headless shell is taken before a whole browser. */
export function findChromium() {
  return firstThere([process.env.CHROMIUM, findShell(), playwrightOwn(), ...SYSTEM_PLACES]);
}

const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
/** Not every Debian has the shell; a whole browser does as well, only slower. */
const installShell = () => run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell', 'fonts-noto-cjk'], 600_000);

/**
 * Finds a Chromium or installs one: Playwright's own first, then Debian's package when we are root.
 * @returns {{path: string, problem: string}} exactly one of the two is filled
 */
export function obtainChromium(say = console.log) {
  const found = findChromium();
  // A machine that belongs to the checks gets the quicker one, too; a developer's is left as it is.
  if (found && process.env.CI && !process.env.CHROMIUM && !findShell() && mayInstall()) installShell();
  if (found) return { path: findChromium(), problem: '' };
  say('No Chromium found; trying the one that Playwright brings …');
  if (run('npx', ['playwright', 'install', 'chromium'], 240_000) && findChromium()) return { path: findChromium(), problem: '' };
  if (mayInstall()) {
    say("Not to be had; installing Debian's …");
    run('apt-get', ['update'], 240_000);
    if (!installShell()) run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'], 600_000);
    if (findChromium()) return { path: findChromium(), problem: '' };
  }
  return {
    path: '',
    problem:
      'No Chromium could be found or installed. Install one (for Debian: apt-get install chromium-headless-shell fonts-noto-cjk; elsewhere: npx playwright install chromium), ' +
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

/**
 * For browsers of journeys, which measure no time: each page lives for seconds, and what V8 spends on optimizing its code it never gets back. The
 * code itself runs as everywhere, in the interpreter and the baseline compiler. Benchmarks leave it away: people's browsers do optimize.
 */
export const SHORT_LIVED_ARGS = ['--js-flags=--no-turbofan --no-maglev'];

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { findChromium } from './chromium.mjs';

const POSTGRES_PLACES = '/usr/lib/postgresql';
const onPath = (program) => (process.env.PATH ?? '').split(':').some((folder) => existsSync(`${folder}/${program}`));
const isDebian = existsSync('/usr/bin/apt-get');

/** PostgreSQL server programs are needed for the second engine; a client alone does not do. */
export function postgresMissing() {
  if (onPath('initdb') && onPath('pg_ctl')) return '';
  if (existsSync(POSTGRES_PLACES) && readdirSync(POSTGRES_PLACES).some((version) => existsSync(`${POSTGRES_PLACES}/${version}/bin/initdb`))) return '';
  return 'no PostgreSQL server programs (initdb, pg_ctl) on this machine';
}

const install = (packages, elsewhere) => (isDebian ? `apt-get install -y --no-install-recommends ${packages}` : elsewhere);

/** Without a Chinese font, pictures and widths of what people read are not what they are in a hospital. */
function fontMissing() {
  const { status, stdout } = spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' });
  return status === 0 && stdout.trim() !== '' ? '' : 'no Chinese font was found (fc-list :lang=zh)';
}

/** One sentence each about what is not here; empty where it is. */
const sentencesHere = () => ({ postgres: postgresMissing(), chromium: findChromium() ? '' : 'no Chromium was found', font: fontMissing() });

/**
 * What this machine lacks, what that changes, and the command that brings it; said once at the begin.
 * @returns {{ what: string, effect: string, command: string }[]}
 */
export function lackingHere({ postgres, chromium, font } = sentencesHere()) {
  const lacking = [
    {
      what: postgres,
      effect:
        'all integration tests run on the embedded database instead, which takes longer; tests of the second engine are left out, and no query plan is looked at',
      command: install('postgresql', 'install PostgreSQL 15 or newer'),
    },
    {
      what: chromium,
      effect: 'the journeys try to install one first',
      command: install('chromium fonts-noto-cjk', 'npx playwright install chromium'),
    },
    {
      what: font,
      effect: 'pictures of printed sheets are not compared',
      command: install('fonts-noto-cjk fontconfig', 'install a font with Chinese letters'),
    },
  ];
  return lacking.filter(({ what }) => what !== '');
}

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { shareOf } from '../../support/cases/effort.ts';
import { expect, test } from '../pages/journey.ts';

const plugins = path.resolve(import.meta.dirname, '../../../plugins');
/** Words of the sheets, of the desk's own and of the region that has a form of its own. */
const golden = ['charging', 'insurance-guangxi'].map((plugin) => path.join(plugins, plugin, 'web/print/golden'));
const papers = golden.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.html'))
    .map((name) => path.join(folder, name)),
);

const FONT = 'Noto Sans CJK SC';
const hasFont = (spawnSync('fc-list', [FONT, 'family'], { encoding: 'utf8' }).stdout ?? '').includes(FONT);

/** The words are compared by the golden tests beside them; here is what a printer would make of them. Renew: `npx playwright test … --update-snapshots`. */
test.describe('[1-02] [7.8-05] [9-09] settlement sheets as pictures', { tag: '@once' }, () => {
  test.skip(!hasFont, `the pictures were made with ${FONT}; install the font (for Debian: apt-get install fonts-noto-cjk) to compare them`);
  const share = shareOf('settlement sheets that are compared as pictures', papers, Math.ceil(papers.length / 3));
  for (const paper of papers) {
    const file = path.basename(paper);
    test(file, async ({ page }) => {
      test.skip(!share.includes(paper), 'another day, and in the long run');
      await page.setViewportSize({ width: 720, height: 520 });
      await page.setContent(readFileSync(paper, 'utf8'));
      // Letters may be a shade different from one build of the browser to the next; a missing column or a broken line is far more.
      await expect(page).toHaveScreenshot(file.replace('.html', '.png'), { fullPage: true, maxDiffPixelRatio: 0.02, threshold: 0.3 });
    });
  }
});

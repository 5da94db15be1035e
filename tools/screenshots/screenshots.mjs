/** `npm run screenshots`: the two pictures of the README, taken of the built product with its demo data. */
import { openBrowser } from '../bench/pages/page-cost.mjs';
import { asSignedIn, signIn, startSystem } from '../bench/system.mjs';

const folder = import.meta.dirname;
const system = await startSystem();
const browser = await openBrowser();
try {
  const view = { viewport: { width: 1440, height: 900 }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' };
  const login = await (await browser.newContext(view)).newPage();
  await login.goto(`${system.url}/login`);
  await login.locator('form').waitFor();
  await login.screenshot({ path: `${folder}/login.png` });

  const context = await browser.newContext(view);
  await asSignedIn(system.url, (await signIn(system.url, 'doctor')).token)(context);
  const page = await context.newPage();
  await page.goto(`${system.url}/his/prescription`);
  const patients = page.getByRole('list', { name: '患者列表' }).getByRole('button');
  await patients
    .filter({ has: page.getByTitle(/张处方/) })
    .filter({ hasText: '班' })
    .first()
    .click();
  await page.getByRole('table', { name: '处方明细' }).waitFor();
  await page.waitForTimeout(1000);
  await page.screenshot({ path: `${folder}/prescription.png` });
  console.log(`login.png and prescription.png written to ${folder}`);
} finally {
  await browser.close();
  await system.stop();
}

import { openBrowser, pageCost } from './page-cost.mjs';
import { asSignedIn, signIn, startSystem } from '../system.mjs';

export const title = 'Pages in a fresh browser';

const KB = 1024;

export async function run() {
  const system = await startSystem();
  const browser = await openBrowser();
  try {
    const { token } = await signIn(system.url, 'doctor');
    const prepare = asSignedIn(system.url, token);
    const login = await pageCost(browser, { url: `${system.url}/login`, ready: 'form button', runs: 5 });
    const slowLogin = await pageCost(browser, { url: `${system.url}/login`, ready: 'form button', cpu: 4 });
    const home = await pageCost(browser, { url: `${system.url}/home`, ready: 'main', prepare });
    const list = await pageCost(browser, {
      url: `${system.url}/his/patient`,
      ready: 'table tbody tr td, [role="grid"] [role="row"] [role="gridcell"]',
      prepare,
    });
    const workArea = await pageCost(browser, { url: `${system.url}/his/prescription`, ready: 'button.rx-patient, .rx-list-foot', prepare });
    return [
      { what: 'login page, all bytes', value: login.bytes / KB, unit: 'KB', budget: 200, note: 'goal 130' },
      { what: 'login page, scripts', value: login.scriptBytes / KB, unit: 'KB' },
      { what: 'login page, requests', value: login.requests, unit: '', budget: 8 },
      { what: 'login page, ready', value: login.readyMs, unit: 'ms' },
      { what: 'login page, blocking time on a 4× slower processor', value: slowLogin.blockingMs, unit: 'ms', budget: 400 },
      { what: 'shell and home after sign-in, all bytes', value: home.bytes / KB, unit: 'KB', budget: 330 },
      { what: 'shell and home, requests', value: home.requests, unit: '' },
      { what: 'first list page of a plugin, all bytes', value: list.bytes / KB, unit: 'KB', budget: 400 },
      { what: 'first list page, requests', value: list.requests, unit: '', budget: 20 },
      { what: 'prescription work area, all bytes', value: workArea.bytes / KB, unit: 'KB' },
      { what: 'prescription work area, requests', value: workArea.requests, unit: '', budget: 20 },
      { what: 'first list page ready ÷ login page ready', value: list.readyMs / login.readyMs, unit: '×' },
      { what: 'heap after the first list page', value: list.heapMb, unit: 'MB' },
    ];
  } finally {
    await browser.close();
    await system.stop();
  }
}

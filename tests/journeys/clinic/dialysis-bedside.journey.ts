import { createHash, randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { type Caller, callAs, colleague, dataAs } from '../pages/caller.ts';
import { deskOf } from '../pages/desk.ts';
import { expect, test } from '../pages/journey.ts';
import { PASSWORD } from '../pages/system.ts';
import { withLongestTexts } from '../../../plugins/dialysis-session/web/print/longest-texts.fixture.ts';
import { Bedside } from '../pages/work/bedside.ts';

interface Card {
  readonly slotId: string;
  readonly stationCode: string;
  readonly patientName: string;
  readonly state: number;
  readonly machineState: string;
  readonly zone: string;
}
interface Whole {
  readonly id: string;
  readonly state: number;
  readonly check2By: string;
  readonly prescriptionNo: string;
  readonly entries: readonly { readonly kind: string; readonly content: { readonly fields?: { readonly systolic?: number } } }[];
}

const TABLET = { width: 1280, height: 800 };
const LONG_NOTE = '患者诉头晕乏力，予平卧位并减慢超滤后缓解。'.repeat(7);
const md5 = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex');

interface Paper {
  readonly pages: number;
  /** Pixels that stand beyond what the page shows. */
  readonly cut: number;
}

/** What the page gives to the printer, as its browser makes it a PDF. @param text stands on it */
async function paperOf(page: Page, print: Locator, text: string): Promise<Paper> {
  await page.evaluate(() => {
    document.body.removeAttribute('data-printed');
    new MutationObserver((_, observer) => {
      const frame = document.querySelector<HTMLIFrameElement>('.nk-print-frame');
      if (!frame?.contentWindow) return;
      observer.disconnect();
      frame.contentWindow.print = () => document.body.setAttribute('data-printed', frame.contentDocument?.documentElement.outerHTML ?? '');
    }).observe(document.body, { childList: true });
  });
  await print.click();
  await expect(page.locator('body[data-printed]')).toBeAttached();
  const paper = await page.context().newPage();
  await paper.setContent(`<!doctype html>${(await page.locator('body').getAttribute('data-printed')) ?? ''}`);
  await expect(paper.getByText(text).first()).toBeVisible();
  const pdf = await paper.pdf({ preferCSSPageSize: true });
  // A4 without its margins, as wide as on paper.
  await paper.setViewportSize({ width: Math.round((194 / 25.4) * 96), height: 1123 });
  await paper.emulateMedia({ media: 'print' });
  const cut = await paper.locator('.sheet .body').evaluate((body) => body.scrollHeight - body.clientHeight);
  await paper.close();
  return { pages: pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0, cut };
}

async function read(nurse: Caller, id: string): Promise<Whole> {
  return (await callAs(nurse, 'GET', `/api/dialysis/Session/${id}`)).data as Whole;
}

test('a nurse and a second one treat a patient at the tablet, with one cut of the network, in sixty taps', async ({ browser }) => {
  const second = await colleague('treatnurse');
  await callAs(second, 'PUT', '/api/oauth/CoSignPin', { password: md5(PASSWORD), pin: '2580' });
  // Some of the demo's patients have not signed: the director may go on with a reason.
  const director = await colleague('director');
  const nurse = await deskOf(browser, 'nurse', { viewport: TABLET, at: '/dialysis/today' });
  const { cards } = (await callAs(nurse, 'GET', '/api/dialysis/Today')).data as { cards: Card[] };
  const card = cards.find((one) => one.state === 0 && one.machineState === 'ready' && one.zone === 'A');
  if (!card) throw new Error('nobody waits at a machine that is ready');
  const { page } = nurse;
  const bedside = new Bedside(page);
  const { bed } = bedside;
  await bedside.tap(page.getByRole('button', { name: new RegExp(`${card.stationCode} ${card.patientName}`) }));
  await bedside.assess();
  const id =
    ((await callAs(nurse, 'GET', '/api/dialysis/Today')).data as { cards: { slotId: string; sessionId: string }[] }).cards.find(
      ({ slotId }) => slotId === card.slotId,
    )?.sessionId ?? '';
  const now = Date.now();
  const sent = { clientId: randomUUID(), recordedAt: now, sentAt: now };
  const passes = [{ guard: 'consent-missing', reason: '纸质同意书已签，待补录' }];
  await dataAs(director, 'POST', `/api/dialysis/Session/${id}/Actions/Confirm`, { ufTarget: 2000, minutes: 240, passes, ...sent });

  await bedside.start({ account: 'treatnurse', pin: '2580' });
  expect((await read(nurse, id)).check2By).toBe('温晓岚');

  const outbox = bed.getByRole('region', { name: '本机待上传的记录' });
  await bedside.reading('132', '78');
  await nurse.context.setOffline(true);
  await bedside.reading('126', '74');
  await expect(outbox).toContainText('1 条待上传');
  await bedside.reading('121', '72');
  await expect(outbox).toContainText('2 条待上传');
  await nurse.context.setOffline(false);
  await expect(outbox).toHaveCount(0);
  await bedside.reading('118', '70');
  // It is kept on the device first, and the form is free for the next one at once.
  await expect(outbox).toHaveCount(0);
  const readings = (await read(nurse, id)).entries.filter(({ kind }) => kind === 'reading').map(({ content }) => content.fields?.systolic);
  expect(readings).toEqual([132, 126, 121, 118]);

  await bedside.finish(LONG_NOTE);
  const whole = await read(nurse, id);
  expect([whole.state, whole.prescriptionNo !== '']).toEqual([5, true]);
  const counted = `${bedside.taps} taps and ${bedside.digits} keys of the number pad`;
  test.info().annotations.push({ type: 'taps', description: counted });
  console.log(`one treatment at the bedside: ${counted}`);
  expect(bedside.taps).toBeLessThanOrEqual(60);
  const print = bedside.key('打印治疗记录单');
  expect(await paperOf(page, print, LONG_NOTE)).toEqual({ pages: 1, cut: 0 });
  // As if everything had been written in it that can be.
  // Reads bear a stamp.
  const at = (url: URL): boolean => url.pathname === `/api/dialysis/Session/${id}`;
  await page.route(at, async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, data: withLongestTexts(answer.data, answer.data.startedAt) } });
  });
  await page.reload();
  await bedside.tab('记录');
  expect(await paperOf(page, print, '因版面未印出')).toEqual({ pages: 1, cut: 0 });
  await page.unroute(at);
  expect(nurse.faults).toEqual([]);
  await nurse.leave();
});

test('what the demo closed today is charged by a prescription of its own and came out of stock', async () => {
  interface Sheet {
    readonly prescriptionId: string;
    readonly sections: { readonly start?: { readonly fields: { readonly dialyserLot?: string } } };
    readonly orders: readonly { readonly given?: unknown }[];
  }
  interface Found {
    readonly list: readonly { readonly sessionId: string; readonly kind: string }[];
  }
  const [nurse, clerk] = [await colleague('nurse'), await colleague('clerk')];
  const { date, cards } = await dataAs<{ date: string; cards: { sessionId: string; state: number }[] }>(nurse, 'GET', '/api/dialysis/Today');
  const ids = cards.filter(({ state, sessionId }) => state === 5 && sessionId.startsWith('SIM-')).map(({ sessionId }) => sessionId);
  expect(ids.length).toBeGreaterThan(0);
  const { list } = await dataAs<Found>(clerk, 'GET', `/api/dialysis/Findings?month=${date.slice(0, 7)}`);
  for (const id of ids) {
    const sheet = await dataAs<Sheet>(nurse, 'GET', `/api/dialysis/Session/${id}`);
    expect(sheet.prescriptionId).not.toBe('');
    expect(sheet.orders.every(({ given }) => given !== undefined)).toBe(true);
    // A lot of the shelf, as the stock said it.
    expect(sheet.sections.start?.fields.dialyserLot).toMatch(/^SIM\d{3}GZ\d$/);
    expect(list.filter(({ sessionId, kind }) => sessionId === id && ['lot-or-code', 'stock-short', 'not-written'].includes(kind))).toEqual([]);
  }
});

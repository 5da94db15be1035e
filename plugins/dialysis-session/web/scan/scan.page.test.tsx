import { type FakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { ApiError } from '@nephra/plugin-sdk/web';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { materialContract } from '../../contract/material/material.contract.ts';
import { deviceKeyContract } from '../../../../plugin-sdk/contract/access/device-key.contract.ts';
import { sessionContract } from '../../contract/session.contract.ts';
import { cardOf, drawBedside, NOW, replyOf, todayOf, twoPatients, wholeOf } from '../bedside/bedside.fixture.ts';
import { Page } from '../bedside/bedside.page.tsx';
import { Page as TodayPage } from '../today/today.page.tsx';

const { routes } = sessionContract;
const { material } = materialContract.routes;
const CODE = '010690123456789217270131' + '10L1';
let page: RenderedPage | undefined;
let ctx: FakeWebContext;
beforeEach(() => {
  ctx = twoPatients();
  ctx.http.answer(deviceKeyContract.routes.read, { key: btoa('k'.repeat(32)) });
});
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});
const draw = async (): Promise<RenderedPage> => {
  page = await drawBedside(ctx);
  return page;
};
/** As a scanner types it: all at once, ended by Enter, into whatever has the focus. */
const scan = (code: string, end = 'Enter'): void => {
  // A machine that stops for a moment between two keys makes no person of the scanner: all keys carry the time of the first.
  const { timeStamp } = new Event('scan');
  for (const key of [...code, end]) {
    const pressed = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(pressed, 'timeStamp', { value: timeStamp });
    (document.activeElement ?? document.body).dispatchEvent(pressed);
  }
};

describe('a scanner at the bedside', () => {
  it('says loudly that another patient lies here, writes nothing, and opens the other one when it is asked to', async () => {
    const shown = await draw();
    scan('MZ0002');
    await shown.until(() => shown.text().includes('患者不符，未写入任何内容'));
    expect(shown.get('alert').textContent).toContain('SIM 李四（A02）');
    expect(ctx.http.calls.filter(({ route }) => route.method !== 'GET')).toEqual([]);
    await shown.click(shown.get('button', /打开 SIM 李四/));
    await shown.until(() => shown.find('heading', /李四/));
    expect(shown.text()).not.toContain('患者不符');
    scan('mz0002', 'Tab');
    await shown.until(() => shown.text().includes('腕带核对一致：SIM 李四'));
  });

  it('reaches no field that has the focus: a number stays what it was, a text gets its text back', async () => {
    const shown = await draw();
    const number = shown.get('button', /^收缩压/);
    number.focus();
    scan('MZ0001');
    await shown.until(() => shown.text().includes('腕带核对一致'));
    expect(shown.get('button', /^收缩压/).textContent).toContain('–');
    number.focus();
    number.dispatchEvent(new KeyboardEvent('keydown', { key: '7', bubbles: true, cancelable: true }));
    await shown.until(() => shown.get('button', /^收缩压/).textContent?.includes('7'));
  });

  it('records a dialyser; one that differs asks for the reason, an expired one is refused with its sentence', async () => {
    const shown = await draw();
    ctx.http.answer(material, replyOf(wholeOf({ version: 6 })));
    scan(CODE);
    await shown.until(() => ctx.http.callsOf(material).length === 1);
    expect(ctx.http.callsOf(material)[0]?.input).toMatchObject({ params: { id: 's1' }, body: { code: CODE } });
    ctx.http.refuse(material, { error: 'dialysis-session.guard.material-unknown', message: '目录中没有编码' });
    scan(CODE);
    await shown.until(() => shown.text().includes('目录中没有编码'));
    await shown.click(shown.get('button', '管路'));
    await shown.type(shown.get('textbox', '说明理由后继续'), '新到货未建目录');
    ctx.http.answer(material, replyOf(wholeOf({ version: 7 })));
    await shown.click(shown.get('button', '继续'));
    await shown.until(() => ctx.http.callsOf(material).length === 3);
    expect(ctx.http.callsOf(material)[2]?.input.body).toMatchObject({ role: 'lines', passes: [{ guard: 'material-unknown', reason: '新到货未建目录' }] });
    ctx.http.refuse(material, { error: 'dialysis-session.guard.material-expired', message: '已过有效期' });
    scan(CODE);
    await shown.until(() => shown.text().includes('已过有效期'));
    expect(shown.find('textbox', '说明理由后继续')).toBeUndefined();
  });

  it('is heard by the page that is shown alone, and a dialog keeps its keys', async () => {
    const shown = await draw();
    const view = document.createElement('section');
    const bed = document.querySelector('.ds-bed') as HTMLElement;
    bed.parentElement?.insertBefore(view, bed);
    view.append(bed);
    view.hidden = true;
    scan('MZ0002');
    view.hidden = false;
    view.setAttribute('role', 'dialog');
    shown.get('button', /^收缩压/).focus();
    scan('MZ0002');
    view.removeAttribute('role');
    scan('MZ0001');
    await shown.until(() => shown.text().includes('腕带核对一致'));
    expect(shown.text()).not.toContain('患者不符');
    view.before(bed);
    view.remove();
  });

  it('says of a number that is nobody’s what it is, typed by hand too', async () => {
    const shown = await draw();
    const field = shown.get('textbox', '扫描或输入腕带号、耗材码');
    // On a phone a key opens the field, and the cursor stands in it.
    const key = shown.get('button', '输码');
    expect([key.getAttribute('aria-expanded'), key.getAttribute('aria-controls')]).toEqual(['false', field.closest('form')?.id]);
    await shown.click(key);
    expect([key.getAttribute('aria-expanded'), document.activeElement]).toEqual(['true', field]);
    // What is drawn in the field is shorter than its name: on today's page and on a phone the name is cut off.
    expect(field.getAttribute('placeholder')).toBe('腕带号、耗材码');
    await shown.type(field, 'XX-77');
    await shown.click(shown.get('button', '确定'));
    await shown.until(() => shown.text().includes('今天没有编号为 XX-77 的患者'));
  });
});

it('on today a wristband opens the bedside of its patient', async () => {
  page = await renderPage(TodayPage, { context: ctx });
  await page.until(() => page?.find('button', /A02/));
  scan('MZ0002');
  await page.until(() => ctx.record.places.some((place) => place.includes('slot=slot-2')));
});

describe('while the network is away', () => {
  const cut = (): never => {
    throw new ApiError({ code: 0, error: 'network', message: '' });
  };

  /** What is kept is sealed first. */
  const kept = (of: RenderedPage, ...prefixes: string[]) => of.until(() => prefixes.every((prefix) => ctx.drafts.keys(prefix).length > 0));

  it('the bedside opens with what was known, says from when, and counts what waits', async () => {
    const before = await draw();
    await kept(before, 'session:day:', 'session:whole:');
    // What is sealed is letters by chance, and every few hundred times three of them say SIM; they never say a name.
    expect(JSON.stringify([...ctx.record.drafts.values()])).not.toMatch(/SIM |\p{Script=Han}/u);
    await before.unmount();
    ctx.http.answer(routes.today, cut);
    ctx.http.answer(routes.session, cut);
    ctx.http.answer(routes.reading, cut);
    const shown = await draw();
    await shown.until(() => shown.text().includes('网络不通，显示的是 10:00 的内容') && shown.find('button', /^收缩压/));
    await shown.click(shown.get('button', /^收缩压/));
    for (const digit of '118') await shown.click(shown.get('button', digit));
    await shown.click(shown.get('button', '保存'));
    await shown.until(() => shown.text().includes('1 条记录待上传'));
    ctx.http.answer(routes.today, todayOf(cardOf()));
    ctx.http.answer(routes.session, wholeOf({ version: 6, now: NOW + 1 }));
    ctx.http.answer(routes.reading, replyOf(wholeOf({ version: 7, now: NOW + 2 })));
    window.dispatchEvent(new Event('online'));
    await shown.until(() => !shown.text().includes('网络不通'));
    expect(ctx.drafts.keys('outbox:')).toEqual([]);
  });

  it.each([
    ['the bedside', Page],
    ['today', TodayPage],
  ])('%s says so at once, before anybody presses anything, and no more when the network is back', async (_, one) => {
    page = await renderPage(one, { context: ctx, query: { slot: 'slot-1' } });
    await page.until(() => page?.text().includes('A01'));
    window.dispatchEvent(new Event('offline'));
    await page.until(() => /网络不通，显示的是 \d\d:\d\d 的内容/.test(page?.text() ?? ''));
    expect(page.text()).toContain('A01');
    window.dispatchEvent(new Event('online'));
    await page.until(() => !page?.text().includes('网络不通'));
  });

  it('a patient who was never opened here is told as an error, not shown empty', async () => {
    await (await draw()).unmount();
    ctx.http.answer(routes.today, cut);
    ctx.http.answer(routes.session, cut);
    page = await renderPage(Page, { context: ctx, query: { slot: 'slot-2' } });
    await page.until(() => page?.find('button', '重试'));
  });

  it('today names no numbers of a day that was never read here: a nought would say that nobody comes', async () => {
    ctx.http.answer(routes.today, cut);
    page = await renderPage(TodayPage, { context: ctx });
    await page.until(() => page?.find('button', '重试'));
    expect(page.get('button', /未到/).textContent?.trim()).toBe('未到');
  });

  it('today opens with the cards as they were', async () => {
    page = await renderPage(TodayPage, { context: ctx });
    await page.until(() => page?.find('button', /A02/));
    await kept(page, 'session:day:');
    await page.unmount();
    ctx.http.answer(routes.today, cut);
    page = await renderPage(TodayPage, { context: ctx });
    await page.until(() => page?.text().includes('网络不通，显示的是 10:00 的内容'));
    expect(page.find('button', /A02/)).toBeDefined();
  });
});

it('the pad goes on to fields that are there alone, and a keyboard types on where the focus is', async () => {
  ctx.http.answer(routes.session, wholeOf({ state: 2, startedAt: null, check2At: null }));
  page = await renderPage(Page, { context: ctx, query: { slot: 'slot-1' } });
  await page.until(() => page?.find('heading', /SIM/));
  await page.click(page.get('tab', /透前/));
  const order: string[] = [];
  await page.click(page.get('button', /^收缩压/));
  for (let next = page.find('button', '下一项'); next; next = page.find('button', '下一项')) {
    order.push(document.querySelector('.ds-number-active span')?.textContent ?? '');
    await page.click(next);
    expect(document.activeElement?.className).toContain('ds-number-active');
  }
  order.push(document.querySelector('.ds-number-active span')?.textContent ?? '');
  const shownNumbers = [...document.querySelectorAll('.ds-number span')].map((one) => one.textContent ?? '');
  expect(shownNumbers.join()).toContain(order.join());
  expect(order.length).toBeGreaterThan(3);
});

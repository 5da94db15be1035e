import { type FakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { ApiError } from '@nephra/plugin-sdk/web';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StationCard } from '../../contract/session.schema.ts';
import { coSignContract } from '../../../../plugin-sdk/contract/access/co-sign.contract.ts';
import { sessionContract } from '../../contract/session.contract.ts';
import { Page as TodayPage } from '../today/today.page.tsx';
import { Page as BedsidePage } from './bedside.page.tsx';
import { cardOf, drawBedside, NOW, replyOf, todayOf, twoPatients, typeOnPad, wholeOf } from './bedside.fixture.ts';

const { routes } = sessionContract;
let page: RenderedPage | undefined;
let ctx: FakeWebContext;
beforeEach(() => {
  ctx = twoPatients();
});
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});
const draw = async (query: Readonly<Record<string, string>> = { slot: 'slot-1' }): Promise<RenderedPage> => {
  page = await drawBedside(ctx, query);
  return page;
};

describe('the bedside page', () => {
  it('says before the treatment which consents are lacking and why, and stops nobody', async () => {
    const lacking = [{ kind: 'catheter', why: 'withdrawn', on: '2026-02-01' }] as const;
    ctx.http.answer(routes.today, todayOf(cardOf({ state: 0, sessionId: '', consentsLacking: [...lacking] })));
    const shown = await draw();
    expect(shown.text()).toContain('缺知情同意：中心静脉置管（已撤回 2026-02-01）');
    expect(shown.get('button', '签到').hasAttribute('disabled')).toBe(false);
  });

  it('says before the check-in what the patient may not be given, and the dry weight', async () => {
    const card = cardOf({ state: 0, sessionId: '', allergies: ['青霉素', '肝素'], dryWeight: 58.5 });
    ctx.http.answer(routes.today, todayOf(card));
    const shown = await draw();
    expect(shown.get('button', '签到').hasAttribute('disabled')).toBe(false);
    expect(shown.text()).toContain('过敏：青霉素、肝素');
    expect(shown.text()).toContain('干体重58.5 kg');
  });

  it.each([
    ['nobody has asked', '', 'ds-amber', '过敏史未询问', '无过敏史'],
    ['asked, and there are none', 'none', undefined, '无过敏史（已询问）', '未询问'],
  ] as const)('says before the check-in of allergies: %s', async (_, allergyState, tone, said, unsaid) => {
    ctx.http.answer(routes.today, todayOf(cardOf({ state: 0, sessionId: '', allergyState })));
    const shown = await draw();
    expect(shown.text()).toContain(said);
    expect(shown.text()).not.toContain(unsaid);
    expect(document.querySelector('.ds-head .ds-amber')?.textContent).toBe(tone && said);
  });

  it('claims nothing of allergies where a day that was kept on the device says nothing of them', async () => {
    const { allergies: _names, allergyState: _state, ...earlier } = cardOf({ state: 0, sessionId: '' });
    ctx.http.answer(routes.today, todayOf(earlier as StationCard));
    const shown = await draw();
    expect(shown.get('button', '签到').hasAttribute('disabled')).toBe(false);
    expect(shown.text()).not.toContain('过敏');
  });

  it('asks why nobody was weighed only where nobody was, and keeps what is being typed', async () => {
    ctx.http.answer(routes.today, todayOf(cardOf({ state: 1 })));
    ctx.http.answer(routes.session, wholeOf({ state: 1, sections: {} }));
    const shown = await draw();
    const reason = () => shown.find('textbox', /^不能称重的原因/);
    await shown.until(() => shown.find('button', '未称重'));
    expect(reason()).toBeUndefined();
    await shown.click(shown.get('button', '未称重'));
    // By its whole name: how many letters stand in it is no part of that.
    await shown.type(shown.get('textbox', '不能称重的原因'), '卧床');
    await shown.click(shown.get('button', '站立'));
    expect(reason()).toBeDefined();
  });

  it('takes a reading by the pad with limits, and says what cannot be true before anything is sent', async () => {
    const shown = await draw();
    await typeOnPad(shown, /^收缩压/, '1200');
    expect(shown.text()).toContain('40 – 300 mmHg');
    await shown.click(shown.get('button', '下一项'));
    await shown.click(shown.get('button', '保存'));
    expect(shown.text()).toContain('1200 不合理，应在 40 至 300 mmHg 之间');
    expect(ctx.http.callsOf(routes.reading)).toHaveLength(0);
    await shown.click(shown.get('button', /^收缩压/));
    await shown.click(shown.get('button', '退格'));
    ctx.http.answer(routes.reading, replyOf(wholeOf()));
    await shown.click(shown.get('button', '保存'));
    expect(ctx.http.callsOf(routes.reading)[0]?.input.body).toMatchObject({ fields: { systolic: 120 } });
  });

  it('the value of the last reading is one press, and the next number is asked for; behind the last number the pad closes', async () => {
    const fields = { systolic: 132, substitution: 12 };
    const last = {
      id: 'e1',
      kind: 'reading',
      content: { fields },
      at: NOW - 60_000,
      enteredAt: NOW - 60_000,
      byName: '护士甲',
      coName: '',
      isLate: false,
      corrections: 0,
    };
    ctx.http.answer(routes.session, wholeOf({ entries: [last as never] }));
    const shown = await draw();
    await shown.click(shown.get('button', /^收缩压/));
    await shown.click(shown.get('button', '上次 132'));
    expect(document.activeElement?.getAttribute('data-field')).toBe('diastolic');
    await shown.click(shown.get('button', /^置换液/));
    await shown.click(shown.get('button', '上次 12'));
    expect(document.querySelector('.ds-pad')).toBeNull();
    ctx.http.answer(routes.reading, replyOf(wholeOf()));
    await shown.click(shown.get('button', '保存'));
    expect(ctx.http.callsOf(routes.reading)[0]?.input.body).toMatchObject({ fields });
  });

  it('keeps what is entered through a cut of the network, shows it as waiting, and goes on to the next patient', async () => {
    const shown = await draw();
    ctx.http.answer(routes.reading, () => {
      throw new ApiError({ code: 0, error: 'network', message: '' });
    });
    await typeOnPad(shown, /^收缩压/, '118');
    await shown.click(shown.get('button', '保存'));
    expect(shown.text()).toContain('1 条待上传');
    expect(ctx.drafts.keys('outbox:')).toHaveLength(1);
    await shown.click(shown.get('button', /下一位/));
    await shown.until(() => shown.find('heading', /李四/));
    expect(shown.text()).toContain('1 条待上传');
    ctx.http.answer(routes.reading, replyOf(wholeOf()));
    window.dispatchEvent(new Event('online'));
    await shown.until(() => ctx.drafts.keys('outbox:').length === 0);
  });

  it('goes to the next patient by a swipe to the left and back by one to the right, not by a short or a steep one', async () => {
    const shown = await draw();
    const bed = shown.container.querySelector<HTMLElement>('.ds-bed');
    if (!bed) throw new Error('no bedside');
    const swipe = async (dx: number, dy = 0): Promise<void> => {
      for (const [kind, name, x, y] of [
        ['touchstart', 'touches', 400, 300],
        ['touchend', 'changedTouches', 400 + dx, 300 + dy],
      ] as const)
        await act(async () => void bed.dispatchEvent(Object.assign(new Event(kind, { bubbles: true }), { [name]: [{ clientX: x, clientY: y }] })));
    };
    await swipe(-60);
    await swipe(-200, 90);
    await swipe(200);
    expect(shown.find('heading', /张三/)).toBeTruthy();
    await swipe(-200);
    await shown.until(() => shown.find('heading', /李四/));
    await swipe(200);
    await shown.until(() => shown.find('heading', /张三/));
  });

  it('says by how much the clock of the device is off', async () => {
    const shown = await draw();
    ctx.http.answer(routes.reading, replyOf(wholeOf({ version: 6 }), { clockOff: -25 * 60_000 }));
    await typeOnPad(shown, /^收缩压/, '118');
    await shown.click(shown.get('button', '保存'));
    await shown.until(() => ctx.record.toasts.some(({ text }) => text.includes('25')));
  });

  it('lets nobody enter into a form that is on its way and is emptied afterwards', async () => {
    const shown = await draw();
    let arrive = (): void => undefined;
    ctx.http.answer(
      routes.reading,
      () =>
        new Promise((resolve) => {
          arrive = () => resolve(replyOf(wholeOf()));
        }),
    );
    await typeOnPad(shown, /^收缩压/, '118');
    const isShut = (): boolean => shown.get('button', /^收缩压/).closest('[inert]') !== null;
    expect(isShut()).toBe(false);
    await shown.click(shown.get('button', '保存'));
    await shown.until(isShut);
    arrive();
    await shown.until(() => shown.find('button', /^收缩压 ?–/));
    expect(isShut()).toBe(false);
  });

  it('what is pressed while something else is on its way waits for it and is not lost; pressed twice it is one', async () => {
    const order = {
      orderId: 'o1',
      title: '人促红素',
      dose: '3000 IU',
      timing: 'after',
      once: false,
      highRisk: false,
      doctorName: '林医生',
      method: '',
      parts: [],
    };
    const off = wholeOf({ state: 4, endedAt: NOW, orders: [order] });
    ctx.http.answer(routes.session, off);
    const shown = await draw();
    let arrive = (): void => undefined;
    ctx.http.answer(
      routes.save,
      () =>
        new Promise((resolve) => {
          arrive = () => resolve(replyOf(off));
        }),
    );
    ctx.http.answer(routes.give, replyOf(off));
    await typeOnPad(shown, /^脉搏/, '80');
    await shown.click(shown.get('button', '保存'));
    await shown.until(() => ctx.http.callsOf(routes.save).length === 1);
    await shown.click(shown.get('tab', /医嘱/));
    await shown.click(shown.get('button', '执行'));
    const again = shown.find('button', '执行');
    if (again) await shown.click(again);
    arrive();
    await shown.until(() => ctx.http.callsOf(routes.give).length > 0);
    await shown.until(() => ctx.drafts.keys('outbox:').length === 0);
    expect(ctx.http.callsOf(routes.give)).toHaveLength(1);
    expect(ctx.http.callsOf(routes.save)).toHaveLength(1);
  });

  it('an answer that was on its way while somebody acted does not take the page back', async () => {
    ctx.http.answer(routes.session, wholeOf({ state: 2, startedAt: null, check2At: null, check2By: '' }));
    const shown = await draw();
    let arrive = (): void => undefined;
    ctx.http.answer(
      routes.session,
      () =>
        new Promise((resolve) => {
          arrive = () => resolve(wholeOf({ state: 2, startedAt: null, check2At: null, check2By: '' }));
        }),
    );
    ctx.receive({ method: 'dialysisSessionChanged', sessionId: 's1', slotId: 'slot-1', date: '2026-03-02', red: false });
    await shown.until(() => ctx.http.callsOf(routes.session).length === 2);
    ctx.http.answer(routes.start, replyOf(wholeOf({ version: 6, check2At: null, check2By: '' })));
    await shown.click(shown.get('button', '上机'));
    await shown.until(() => shown.find('heading', '二次核对'));
    for (const key of shown.all('button', '合格')) await shown.click(key);
    arrive();
    await shown.until(() => ctx.http.callsOf(routes.today).length === 2);
    expect(shown.all('button', '合格').map((key) => key.getAttribute('aria-pressed'))).toEqual(Array.from({ length: 5 }, () => 'true'));
    expect(shown.get('button', '第二人签署').hasAttribute('disabled')).toBe(false);
  });

  it('opens where an entry that waited is stored before the answer that opens the page comes, which is an older one then', async () => {
    const kept = { clientId: 'c1', seq: 1, act: 'reading', params: { id: 's1' }, body: { fields: { systolic: 119 } }, recordedAt: NOW, title: 'SIM' };
    ctx.drafts.save('outbox:c1', kept);
    let answer: (whole: ReturnType<typeof wholeOf>) => void = () => undefined;
    ctx.http.answer(routes.session, () => new Promise((resolve) => (answer = resolve)));
    ctx.http.answer(routes.reading, replyOf(wholeOf({ version: 6, now: NOW + 1 })));
    page = await renderPage(BedsidePage, { context: ctx, query: { slot: 'slot-1' } });
    await page.until(() => ctx.drafts.keys('outbox:').length === 0);
    await act(async () => answer(wholeOf()));
    await page.until(() => page?.find('heading', /SIM 张三/));
  });

  it('the second check is signed by another person at this device; a wrong number is told and nothing is signed', async () => {
    ctx.http.answer(routes.session, wholeOf({ check2At: null, check2By: '' }));
    const shown = await draw();
    for (const key of shown.all('button', '合格')) await shown.click(key);
    await shown.click(shown.get('button', '第二人签署'));
    const account = await shown.until(() => shown.find('textbox', '账号'));
    ctx.http.refuse(coSignContract.routes.sign, { error: 'core.co-sign-failed', message: '账号或口令不正确' });
    await shown.type(account, 'nurse2');
    await shown.type(document.querySelector('input[type=password]') as HTMLInputElement, '2580');
    await shown.click(shown.get('button', '签署'));
    expect(shown.text() + document.body.textContent).toContain('账号或口令不正确');
    expect(ctx.http.callsOf(routes.check2)).toHaveLength(0);
    ctx.http.answer(coSignContract.routes.sign, { signature: 'a'.repeat(40), userName: '护士乙' });
    ctx.http.refuse(routes.check2, { error: 'timeout', code: 0 });
    const sign = async () => {
      await shown.type(await shown.until(() => document.querySelector<HTMLInputElement>('input[type=password]')), '2580');
      await shown.click(shown.get('button', '签署'));
    };
    const sent = () => ctx.http.callsOf(routes.check2).map(({ input }) => input.body as { readonly clientId: string });
    await sign();
    await shown.until(() => sent().length === 1);
    expect(sent()[0]).toMatchObject({ signature: 'a'.repeat(40), fields: { mode: 'ok' } });
    // Nobody knows whether it was stored: pressed again it is the same act.
    await shown.until(() => shown.text().includes('此项需要联网才能完成'));
    ctx.http.answer(routes.check2, replyOf(wholeOf()));
    await shown.click(shown.get('button', '第二人签署'));
    // Who signed here before is one press; the number alone is typed.
    await shown.click(await shown.until(() => shown.find('button', '护士乙 nurse2')));
    expect((shown.get('textbox', '账号') as HTMLInputElement).value).toBe('nurse2');
    await sign();
    await shown.until(() => sent().length === 2);
    expect(sent()[1]?.clientId).toBe(sent()[0]?.clientId);
  });

  it('a guard that may be passed asks for the reason and sends it along; fields that clash show both values', async () => {
    ctx.http.answer(routes.end, ({ body }) => {
      if ((body.passes ?? []).length === 0) throw new ApiError({ code: 500, error: 'dialysis-session.guard.early-end', message: '与处方时间相差过大' });
      return replyOf(wholeOf({ state: 4, endedAt: NOW }));
    });
    const shown = await draw();
    await shown.click(shown.get('tab', /下机/));
    await typeOnPad(shown, /^超滤量/, '2000');
    for (const name of ['密闭回血', '否']) await shown.click(shown.get('button', name));
    for (const key of shown.all('button', '0 级')) await shown.click(key);
    await shown.click(shown.get('button', '下机'));
    expect(shown.text()).toContain('与处方时间相差过大');
    await shown.type(shown.get('textbox', '说明理由后继续'), '患者低血压');
    await shown.click(shown.get('button', '继续'));
    await shown.until(() => ctx.http.callsOf(routes.end).length === 2);
    expect(ctx.http.callsOf(routes.end)[1]?.input.body).toMatchObject({ passes: [{ guard: 'early-end', reason: '患者低血压' }] });
    const conflicts = [{ field: 'pulse', mine: 80, theirs: 90, byName: '护士乙', at: NOW }];
    ctx.http.answer(routes.save, replyOf(wholeOf({ state: 4 }), { conflicts }));
    await shown.until(() => shown.find('button', /^脉搏/));
    await typeOnPad(shown, /^脉搏/, '80');
    await shown.click(shown.get('button', '保存'));
    await shown.until(() => shown.text().includes('护士乙 填的'));
  });
});

it('today shows a card for each station with what is due, and reads the day again when one changed', async () => {
  page = await renderPage(TodayPage, { context: ctx });
  await page.until(() => page?.find('button', /A01 SIM 张三/));
  expect(page.text()).toContain('剩 180 分');
  expect(page.text()).toContain('透析中 2');
  ctx.http.answer(routes.today, todayOf(cardOf({ state: 4 })));
  ctx.receive({ method: 'dialysisSessionChanged', sessionId: 's1', slotId: 'slot-1', date: '2026-03-02', red: false });
  await page.until(() => page?.text().includes('已下机'));
});

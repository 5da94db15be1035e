import { toPage } from '@nephra/plugin-sdk/contract';
import { answerContract, createFakeMenu, createFakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it } from 'vitest';
import { outboxContract, type OutboxRow } from '../../contract/send/outbox.contract.ts';
import { type Preferences, preferenceContract } from '../../contract/send/preference.contract.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { Page } from './outbox.page.tsx';
import { PreferencesSheet } from './preferences.sheet.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const row = (n: number, over: Partial<OutboxRow>): OutboxRow => ({
  ...{ id: `o${n}`, creatorTime: 1_772_000_000_000, userName: `SIM 护士${n}`, channel: 'mail', channelName: '邮件', kindName: '库存低于下限' },
  ...{
    urgency: 'important',
    state: 'sent',
    tries: 1,
    address: 'n***@example.org',
    reason: '',
    said: '',
    nextTryTime: 0,
    endTime: 1_772_000_000_000,
    version: 3,
  },
  ...over,
});

const given: Preferences = {
  channels: [
    { code: 'product', title: '站内', ready: true, address: '' },
    { code: 'mail', title: '邮件', ready: true, address: '' },
    { code: 'sms', title: '短信', ready: false, address: '138****1111' },
  ],
  kinds: [
    {
      code: 'insurance.doubt',
      title: '结算存疑',
      urgency: 'important',
      required: true,
      channels: ['product', 'mail'],
      chosen: false,
      possible: ['product', 'mail'],
    },
    {
      code: 'pharmacy.nearLot',
      title: '批次临近效期',
      urgency: 'normal',
      required: false,
      channels: ['product'],
      chosen: true,
      possible: ['product', 'mail', 'sms'],
    },
  ],
  quiet: { on: 0, from: 1_320, to: 420, zone: 'Asia/Shanghai' },
  zones: ['Asia/Shanghai', 'Asia/Tokyo'],
  version: 4,
};

it('what is in doubt is sent again only after a question, as the administrator saw it', async () => {
  const context = createFakeWebContext({ texts });
  const doubtful = row(2, { state: 'doubtful', reason: '发送中途服务中断，不知是否送达', version: 7 });
  answerContract(context.http, outboxContract, {
    list: toPage([row(1, {}), doubtful], 2, {}),
    channels: { channels: [{ code: 'mail', title: '邮件', ready: true, waiting: 0, failed: 1 }], kinds: [] },
    sendAgain: { count: 1 },
    close: { count: 1 },
  });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'system.messageOutbox', fullName: '站外消息' }) });
  const shown = page;
  await shown.until(() => document.body.textContent?.includes('发送中途服务中断'));
  expect(document.body.textContent).toContain('未成 1');
  const again = shown.all('button').filter((one) => one.textContent === '重新发送');
  // One above the list, which has nothing to send yet, and that of the row in doubt; a sent one has none.
  expect(again).toHaveLength(2);
  expect((again[0] as HTMLButtonElement).disabled).toBe(true);
  await shown.click(again[1] as HTMLElement);
  await shown.until(() => context.http.callsOf(outboxContract.routes.sendAgain).length > 0);
  expect(context.record.questions).toHaveLength(1);
  expect(context.http.callsOf(outboxContract.routes.sendAgain).at(-1)?.input.body).toEqual({ rows: [{ id: 'o2', version: 7 }] });
});

it('a kind goes by the ways that are ticked; what is required or cannot be said stays as it is', async () => {
  const context = createFakeWebContext({ texts });
  answerContract(context.http, preferenceContract, { read: given, save: { version: 5 } });
  page = await renderPage(() => <PreferencesSheet onClose={() => undefined} />, { context, menu: createFakeMenu({ enCode: 'messageRecord' }) });
  const shown = page;
  await shown.until(() => document.body.textContent?.includes('结算存疑'));
  expect(document.body.textContent).toContain('未填写地址');
  expect(document.body.textContent).toContain('未开通');
  const boxes = [...document.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')];
  const [doubtProduct, , doubtSms, , lotMail] = boxes;
  expect([doubtProduct?.checked, doubtProduct?.disabled, doubtSms?.disabled]).toEqual([true, true, true]);
  expect((shown.get('button', '保存') as HTMLButtonElement).disabled).toBe(true);
  await shown.click(lotMail as HTMLElement);
  await shown.click(shown.get('button', '保存'));
  await shown.until(() => context.http.callsOf(preferenceContract.routes.save).length > 0);
  expect(context.http.callsOf(preferenceContract.routes.save).at(-1)?.input.body).toMatchObject({
    version: 4,
    kinds: [{ kind: 'pharmacy.nearLot', channels: ['product', 'mail'] }],
  });
});

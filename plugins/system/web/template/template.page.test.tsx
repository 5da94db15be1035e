import { toPage } from '@nephra/plugin-sdk/contract';
import { answerContract, createFakeMenu, createFakeWebContext, recordRow, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it } from 'vitest';
import { recordScreens } from '../../../../tests/support/records/record-screens.tsx';
import { messageTemplate, messageTemplateContract } from '../../contract/template/message-template.contract.ts';
import { smsTemplate, smsTemplateContract } from '../../contract/template/sms-template.contract.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { Page } from './message-template.page.tsx';
import { Page as SmsPage } from './sms-template.page.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const row = recordRow(messageTemplate, {
  id: 'm-1',
  fullName: 'SIM 存疑',
  enCode: 'MT0001',
  category: '2',
  title: '{patient}的结算',
  content: '结算单{bill}需要核对。',
  isStationLetter: 1,
  smsId: '',
  noticeMethod: '站内信',
});

it('[2.5-05] a preview shows what arrives, and leaves what nobody filled in as it is written', async () => {
  const context = createFakeWebContext({ texts });
  answerContract(context.http, messageTemplateContract, { list: toPage([row], 1, {}) });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'system.messageTemplate' }) });
  const shown = page;
  await shown.click(await shown.until(() => shown.find('button', '预览')));
  await shown.type(await shown.until(() => shown.find('textbox', 'patient')), 'SIM 甲');
  await shown.until(() => document.body.textContent?.includes('SIM 甲的结算'));
  expect(document.body.textContent).toContain('结算单{bill}需要核对。');
});

recordScreens(messageTemplateContract, { Page, row: { ...row }, texts, typed: { fullName: 'SIM 甲', title: 'SIM', content: 'SIM {a}' } });
recordScreens(smsTemplateContract, {
  Page: SmsPage,
  row: { ...recordRow(smsTemplate, { id: 's-1', templateName: 'SIM 提醒', company: '1', templateId: 'SIM.1', signContent: 'SIM', content: '好' }) },
  texts,
  typed: { templateName: 'SIM 乙', templateId: 'SIM.2', signContent: 'SIM', content: '好' },
});

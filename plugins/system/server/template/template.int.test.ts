import { isAppError } from '@nephra/plugin-sdk/contract';
import { type ChannelResult, messageKinds, messageTemplates, smsSending, type SmsToSend } from '@nephra/plugin-sdk/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hostPlugins, type PluginHost, staff } from '../../../../tests/support/processes/plugin-host.ts';
import { recordSuite } from '../../../../tests/support/records/record-suite.ts';
import { recordStaticSuite } from '../../../../tests/support/records/record-suite-static.ts';
import { messageTemplateContract } from '../../contract/template/message-template.contract.ts';
import { smsTemplateContract } from '../../contract/template/sms-template.contract.ts';
import system from '../index.ts';
import { messageTemplateTable } from '../tables/message-template.table.ts';
import { smsTemplateTable } from '../tables/sms-template.table.ts';

const user = staff({ userId: 'admin', isAdministrator: true });
const sms = smsTemplateContract.routes;
const message = messageTemplateContract.routes;
let host: PluginHost;
let smsId = '';
const byId = (id: string) => ({ user, params: { id } });
beforeAll(async () => {
  host = await hostPlugins({ system: system as never });
  const body = { templateName: 'SIM 透析提醒', company: '1', templateId: 'SIM.SMS1', signContent: 'SIM', content: '{name}，请于{时间}到院。' } as const;
  smsId = (await host.call('system', sms.create, { user, body })).id;
});
afterAll(() => host.close());

const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isAppError(error)) throw new Error(`expected a refusal, got ${String(error)}`);
  return { key: error.key, at: (error.fields ?? []).map(({ path }) => path) };
};
const body = (over: object = {}) =>
  ({ fullName: 'SIM 结算存疑', category: '2', title: '{patient}的结算', content: '{patient}的结算单{bill}需要核对。', ...over }) as const;

it('[2.5-05] parameters of a text message are read out of its text, saved or not', async () => {
  expect(await host.call('system', sms.parameters, { user, params: { id: smsId } })).toEqual(['name', '时间']);
  expect(await host.call('system', sms.parametersOf, { user, body: { content: '{1}{2}{1}' } })).toEqual(['1', '2']);
});

it('[2.5-05] text messages that are enabled can be chosen, by whoever may look at either page', async () => {
  const off = { templateName: 'SIM 停用', company: '2', templateId: 'SIM.OFF', appId: '1', signContent: 'SIM', content: 'SIM', enabledMark: 0 } as const;
  const { id } = await host.call('system', sms.create, { user, body: off });
  expect(await host.call('system', sms.selector, { user })).toEqual({
    list: [{ id: smsId, templateName: 'SIM 透析提醒', templateId: 'SIM.SMS1', company: '1', signContent: 'SIM' }],
  });
  expect(sms.selector.need).toEqual({ anyOf: ['perm:system.smsTemplate', 'perm:system.messageTemplate'] });
  await host.call('system', sms.remove, byId(id));
});

it('[2.5-05] a message says its parameters and its ways in the language of the reader, and has a code that nobody typed', async () => {
  const { id } = await host.call('system', message.create, { user, body: body({ isSms: 1, smsId }) });
  const row = await host.call('system', message.one, { user, params: { id } });
  expect(row).toMatchObject({ noticeMethod: '站内信、短信', smsTemplateName: 'SIM 透析提醒', enCode: expect.stringMatching(/^MT\d{4}$/) });
  expect(JSON.parse(row.templateJson)).toEqual([
    { field: 'patient', fieldName: 'patient' },
    { field: 'bill', fieldName: 'bill' },
  ]);
  expect(await host.call('system', message.parameters, { user, params: { id } })).toEqual({ patient: '', bill: '' });
  // Chosen by anybody who is signed in, while it is in use.
  const choices = async () => (await host.call('system', message.selector, { user: staff({ userId: 'nurse' }) })).list.filter((one) => one.id === id);
  expect(await choices()).toEqual([{ id, enCode: row.enCode, fullName: 'SIM 结算存疑', title: '{patient}的结算', category: '2' }]);
  await host.call('system', message.state, byId(id));
  expect(await choices()).toEqual([]);
  // What a message goes as is neither deleted nor switched off.
  expect(await refusal(host.call('system', sms.remove, { user, params: { id: smsId } }))).toMatchObject({ key: 'core.record-in-use' });
  expect(await refusal(host.call('system', sms.state, { user, params: { id: smsId } }))).toMatchObject({ key: 'core.record-in-use' });
  await host.call('system', message.remove, byId(id));
});

it('[2.5-05] a message needs a way, and one by text message the text that it goes as', async () => {
  expect(await refusal(host.call('system', message.create, { user, body: body({ isStationLetter: 0 }) }))).toEqual({
    key: 'system.message-no-way',
    at: ['isStationLetter'],
  });
  expect(await refusal(host.call('system', message.create, { user, body: body({ isSms: 1 }) }))).toMatchObject({ at: ['smsId'] });
  await host.call('system', sms.remove, byId(smsId));
});

it('[2.5-05] a template with the code of a kind asks for what that kind gives, and outside for nothing personal; the plugin that sends reads it', async () => {
  const params = { n: 'open', patient: 'personal' } as const;
  const title = { zh: 'SIM 类', zhtw: 'SIM 類', en: 'SIM kind' };
  host.extend(messageKinds, 'acme', { code: 'acme.told', title, urgency: 'normal', channels: [], params, outside: title });
  expect((await host.call('system', message.kinds, { user })).list).toEqual([
    {
      code: 'acme.told',
      title: 'SIM 类',
      params: [
        { name: 'n', personal: false },
        { name: 'patient', personal: true },
      ],
    },
  ]);
  const create = (over: object) =>
    host.call('system', message.create, { user, body: body({ enCode: 'acme.told', title: 'SIM {n}', content: '{n}', ...over }) });
  expect(await refusal(create({ content: '{bill}' }))).toEqual({ key: 'system.message-parameter', at: ['content'] });
  expect(await refusal(create({ title: '{patient}', isEmail: 1 }))).toEqual({ key: 'system.message-personal', at: ['title'] });
  const personal = await addSms({ content: '{patient}您好' });
  expect(await refusal(create({ isSms: 1, smsId: personal }))).toEqual({ key: 'system.message-personal', at: ['smsId'] });
  const open = await addSms({ content: '{n}笔', company: '2', appId: '1400' });
  const { id } = await create({ isSms: 1, smsId: open, isEmail: 1, isStationLetter: 0, category: '3' });
  const templates = host.service(messageTemplates);
  expect(await templates.ofKind('acme.told')).toMatchObject({
    ...{ title: 'SIM {n}', content: '{n}', urgency: 'urgent', channels: ['mail', 'sms'] },
    sms: { company: '2', appId: '1400', signName: 'SIM', params: ['n'] },
  });
  // In the product alone it may name people.
  const shown = await host.call('system', message.one, byId(id));
  await host.call('system', message.edit, {
    ...byId(id),
    body: body({ enCode: 'acme.told', title: '{patient}', content: '{n}', isStationLetter: 1, isEmail: 0, isSms: 0, version: shown.version }),
  });
  expect(await templates.ofKind('acme.told')).toMatchObject({ channels: ['product'], sms: undefined });
  await host.call('system', message.state, byId(id));
  expect(await templates.ofKind('acme.told')).toBeUndefined();
  expect(await templates.ofKind('acme.other')).toBeUndefined();
  await host.call('system', message.remove, byId(id));
  for (const left of [personal, open]) await host.call('system', sms.remove, byId(left));
});

it('[2.5-05] a text message is tested on some numbers: what is missing is told at its place, and what the provider said of each', async () => {
  const id = await addSms({ content: '{name}您好' });
  const sent: SmsToSend[] = [];
  const answers: ChannelResult[] = [{ outcome: 'sent' }, { outcome: 'refused', reason: 'refused', said: 'SIM no' }];
  const test = (over: object = {}, by = user) =>
    host.call('system', sms.testSent, { user: by, body: { id, phoneNumbers: '13800001111, 13900002222', parameters: { name: 'SIM 甲' }, ...over } });
  expect(await refusal(test())).toMatchObject({ key: 'system.sms-off' });
  let obstacle: 'not-set-up' | 'not-listed' | undefined = 'not-set-up';
  host.provide(smsSending, {
    obstacle: async () => obstacle,
    send: async (one) => {
      sent.push(one);
      return answers[sent.length - 1] ?? { outcome: 'sent' };
    },
  });
  expect(await refusal(test())).toMatchObject({ key: 'system.sms-not-set-up' });
  obstacle = 'not-listed';
  expect(await refusal(test())).toMatchObject({ key: 'system.sms-not-listed' });
  obstacle = undefined;
  expect(await refusal(test({}, staff()))).toMatchObject({ key: 'core.system-only' });
  for (const phoneNumbers of ['12345', ',', '13800001111;13800001112;13800001113;13800001114;13800001115;13800001116'])
    expect(await refusal(test({ phoneNumbers }))).toEqual({ key: 'system.sms-mobile', at: ['phoneNumbers'] });
  expect(await refusal(test({ parameters: {} }))).toEqual({ key: 'system.sms-parameter', at: ['parameters'] });
  expect(sent).toEqual([]);
  expect((await test()).list).toEqual([
    { mobile: '13800001111', sent: true, said: '' },
    { mobile: '13900002222', sent: false, said: 'SIM no' },
  ]);
  expect(sent[0]).toMatchObject({ mobile: '13800001111', params: { name: 'SIM 甲' }, template: { company: '1', signName: 'SIM', params: ['name'] } });
  expect(host.audits.at(-1)?.entry.note).toBe('138****1111 sent, 139****2222 refused');
  await host.call('system', sms.remove, byId(id));
});

const addSms = async (over: object = {}) => {
  made += 1;
  const text = { templateName: `SIM 模板${made}`, company: '1', templateId: `SIM.R${made}`, signContent: 'SIM', content: '好' } as const;
  return (await host.call('system', sms.create, { user, body: { ...text, ...over } })).id;
};
let made = 0;

recordSuite(smsTemplateContract, { host: () => host, by: user, reader: staff(), unique: ['templateId'], given: { company: '1' } });
recordSuite(messageTemplateContract, {
  host: () => host,
  by: user,
  reader: staff(),
  // Its code is counted where nobody types one.
  unique: [],
  given: { isSms: 1, isStationLetter: 1 },
  related: {
    smsId: {
      make: () => addSms(),
      foreign: async () => 'never-there',
      remove: (id) => host.call('system', sms.remove, byId(id)),
      disable: (id) => host.call('system', sms.state, byId(id)),
    },
  },
});

recordStaticSuite(smsTemplateContract, { host: () => host, table: smsTemplateTable });
recordStaticSuite(messageTemplateContract, { host: () => host, table: messageTemplateTable });

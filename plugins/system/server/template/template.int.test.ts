import { isAppError } from '@nephra/plugin-sdk/contract';
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

it('[2.5-05] a message says its parameters and its ways in the language of the reader, and has a code that nobody typed', async () => {
  const { id } = await host.call('system', message.create, { user, body: body({ isSms: 1, smsId }) });
  const row = await host.call('system', message.one, { user, params: { id } });
  expect(row).toMatchObject({ noticeMethod: '站内信、短信', smsTemplateName: 'SIM 透析提醒', enCode: expect.stringMatching(/^MT\d{4}$/) });
  expect(JSON.parse(row.templateJson)).toEqual([
    { field: 'patient', fieldName: 'patient' },
    { field: 'bill', fieldName: 'bill' },
  ]);
  expect(await host.call('system', message.parameters, { user, params: { id } })).toEqual({ patient: '', bill: '' });
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

const addSms = async (over: object = {}) => {
  made += 1;
  const text = { templateName: `SIM 模板${made}`, company: '1', templateId: `SIM.R${made}`, signContent: 'SIM', content: '好' } as const;
  return (await host.call('system', sms.create, { user, body: { ...text, ...over } })).id;
};
let made = 0;

recordSuite(smsTemplateContract, { host: () => host, by: user, unique: ['templateId'], given: { company: '1' } });
recordSuite(messageTemplateContract, {
  host: () => host,
  by: user,
  // Its code is counted where nobody types one.
  unique: [],
  given: { isSms: 1, isStationLetter: 1 },
  related: {
    smsId: {
      make: () => addSms(),
      foreign: async () => 'never-there',
      remove: (id) => host.call('system', sms.remove, byId(id)),
    },
  },
});

recordStaticSuite(smsTemplateContract, { host: () => host, table: smsTemplateTable });
recordStaticSuite(messageTemplateContract, { host: () => host, table: messageTemplateTable });

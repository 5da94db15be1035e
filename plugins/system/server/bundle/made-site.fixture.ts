import { randomUUID } from 'node:crypto';
import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { sql } from 'kysely';
import type { TestClient, TestServer } from '../../../../tests/support/server.ts';
import { FLOOR_PLAN } from '../../../data/domain/map/floor-plan.ts';
import { arrangeLists } from './bundle.fixture.ts';

export const AT = '/api/system/Bundle';
export interface Site {
  readonly server: TestServer;
  readonly admin: TestClient;
}

export const key = () => ({ 'idempotency-key': `SIM-bundle-${randomUUID()}` });
export type Answered<T> = { readonly code: number; readonly msg: string; readonly data: T; readonly extras?: unknown };

export async function upload<T>(
  { admin }: Pick<Site, 'admin'>,
  path: string,
  text: string,
  fields: Readonly<Record<string, string>> = {},
  url = `${AT}/Actions/${path}`,
): Promise<Answered<T>> {
  const mark = 'bundle';
  const more = Object.entries(fields).map(([name, value]) => `--${mark}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  const head = `--${mark}\r\nContent-Disposition: form-data; name="file"; filename="b.json"\r\nContent-Type: application/json\r\n\r\n`;
  const answer = await admin.raw({
    method: 'POST',
    url,
    headers: { authorization: admin.token, 'content-type': `multipart/form-data; boundary=${mark}` },
    payload: `${more.join('')}${head}${text}\r\n--${mark}--\r\n`,
  });
  return JSON.parse(answer.body) as Answered<T>;
}

/** Of each part of a bundle something that is the site's own. */
export async function made({ server, admin }: Site): Promise<void> {
  const ok = (answer: { readonly code: number; readonly msg: string; readonly extras?: unknown }): void => {
    if (answer.code !== EnvelopeCode.Ok) throw new Error(`${answer.msg} ${JSON.stringify(answer.extras)}`);
  };
  const type = await admin.post<{ id: string }>('/api/system/DictionaryType', { fullName: 'SIM 滤器', enCode: 'SIM.filter', isTree: 1, parentId: '-1' }, key());
  ok(type);
  const entry = (enCode: string, parentId = '0') =>
    admin.post<{ id: string }>('/api/system/DictionaryData', { fullName: `SIM ${enCode}`, enCode, dictionaryTypeId: type.data.id, parentId }, key());
  const high = await entry('high');
  ok(high);
  ok(await entry('alpha', high.data.id));
  const ward = (await admin.get<{ list: { id: string; enCode: string }[] }>('/api/system/DictionaryType')).data.list.find(
    ({ enCode }) => enCode === 'SIM.ward',
  );
  const named = (await admin.get<{ list: { id: string; enCode: string }[] }>(`/api/system/DictionaryData/${ward?.id}?isTree=0`)).data.list;
  ok(await admin.put(`/api/system/DictionaryData/${named[0]?.id}`, { fullName: 'SIM 另称' }, key()));
  const province = (await admin.get<{ list: { id: string }[] }>('/api/system/Area/-1')).data.list[0];
  ok(await admin.post('/api/system/Area', { fullName: 'SIM 新区', enCode: '990001', parentId: province?.id }, key()));
  ok(await admin.post('/api/system/BillRule', { fullName: 'SIM 号', enCode: 'SIM.no', prefix: 'SB', dateFormat: 'yyyy', digit: 5, startNumber: '7' }, key()));
  const types = (await admin.get<{ list: { id: string; enCode: string }[] }>('/api/system/DictionaryType')).data.list;
  const titles = { zh: 'SIM 盒', zhtw: 'SIM 盒', en: 'SIM box' };
  ok(await admin.post('/api/system/Menu', { enCode: 'site.box', type: 1, titles, parentId: '-1' }, key()));
  const menus = (await admin.get<{ list: { id: string; enCode: string }[] }>('/api/system/Menu')).data.list;
  const box = menus.find(({ enCode }) => enCode === 'site.box');
  const propertyJson = JSON.stringify({ moduleId: types.find(({ enCode }) => enCode === 'SIM.filter')?.id, isTree: 1 });
  ok(await admin.post('/api/system/Menu', { enCode: 'site.words', type: 4, titles, parentId: box?.id, propertyJson }, key()));
  ok(await admin.put('/api/system/Language/Actions/Wording', { owner: 'system', key: 'errors.system.menu-many', zh: 'SIM {{most}} 个够了' }));
  const sms = await admin.post<{ id: string }>(
    '/api/system/SmsTemplate',
    { templateName: 'SIM 提醒', company: '1', templateId: 'SIM.1', signContent: 'SIM', content: '您好 {name}' },
    key(),
  );
  ok(sms);
  ok(
    await admin.post(
      '/api/system/MessageTemplate',
      { fullName: 'SIM 消息', enCode: 'SIM.msg', category: '1', title: '提醒', content: '{name}', isStationLetter: 1, isSms: 1, smsId: sms.data.id },
      key(),
    ),
  );
  const executeContent = JSON.stringify({ cron: '0 3 * * *', localHostTaskId: 'system.forget-holds' });
  ok(await admin.post('/api/scheduletask', { fullName: 'SIM 任务', enCode: 'SIM.task', executeType: '3', executeContent }, key()));
  ok(await admin.put('/api/system/PluginSettings/system', { orgId: '', version: 0, values: { requestLogDays: 30 } }, key()));
  await madeSince({ server, admin }, ok);
}

export const LIST = '127.0.0.1\n10.0.0.0/8';
const VI = { owner: 'system', key: 'errors.system.menu-many', language: 'vi', wording: 'SIM {{most}} mục' };
export const SOURCE_PASSWORD = 'SIM-geheim-1';
export const BACKUPS = '/api/system/DataBackup/Actions/Settings';
export const backupSettings = async (admin: TestClient) => (await admin.get<Record<string, string | number>>(BACKUPS)).data;

/** What the configuration, the languages and the plugin of data have of their own. */
async function madeSince({ server, admin }: Site, ok: (answer: { readonly code: number; readonly msg: string }) => void): Promise<void> {
  ok(
    await admin.put('/api/system/SysConfig', {
      sysName: 'SIM 系统',
      lastLoginTimeSwitch: 0,
      lockType: 1,
      whiteListIp: LIST,
      whitelistSwitch: 1,
      emailPassword: SOURCE_PASSWORD,
      fileQuotaMb: 900,
      emailPop3Host: 'pop.example.org',
    }),
  );
  const { key: text_key, ...wording } = VI;
  await server.db
    .insertInto('core.site_text')
    .values([
      { ...wording, text_key },
      { ...wording, text_key: 'menu.acme', owner: 'acme' },
    ])
    .execute();
  ok(await admin.put('/api/system/Language/Actions/Languages/vi', { name: 'Tiếng Việt', base: 'en', enabled: 1 }));
  const source = { fullName: 'SIM 源', dbType: 'PostgreSQL', host: '10.1.2.3', port: 5432, serviceName: 'sim', userName: 'reader' };
  ok(await admin.post('/api/system/DataSource', { ...source, password: SOURCE_PASSWORD }, key()));
  ok(await admin.put(BACKUPS, { ...(await backupSettings(admin)), cron: '15 3 * * *', keepWeeks: 9, verifyAfter: 0 }));
  const map = await admin.post<{ id: string }>('/api/system/DataMap', { fullName: 'SIM 图', enCode: 'SIM.MAP' }, key());
  ok(map);
  ok(await admin.post('/api/system/CommonFields', { field: 'sim_ward', fieldName: 'SIM 病区', dataType: 'varchar', dataLength: '20' }, key()));
  const [text, whole, moment] = [{ dataType: 'varchar', dataLength: '20' }, { dataType: 'int', primaryKey: 1 }, { dataType: 'datetime' }];
  const shape = {
    tableInfo: { table: 'sim_ward', tableName: 'SIM 病区' },
    tableFieldList: [
      { field: 'no', ...whole },
      { field: 'name', ...text },
      { field: 'opened', ...moment },
    ],
  };
  ok(await admin.post('/api/system/DataModel/0/Table', shape, key()));
  await sql`insert into site.sim_ward values (1, 'SIM 一区', '2026-01-02T03:04:05Z'), (2, 'SIM/二区', null)`.execute(server.db);
  await arrangeLists(server);
  ok(await upload({ admin }, '', FLOOR_PLAN, {}, `/api/system/DataMap/${map.data.id}/Data`));
}

import { type Envelope, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { translateMenus } from '../../../shell/web/router/menu-routes.ts';
import { outsideAddress } from '../../../shell/web/router/outside-address.ts';
import { pageSource } from '../../../shell/web/router/page-source.ts';
import type { MenuWire, PluginForBrowser } from '../../../shell/contract/index.ts';
import { ALL_PLUGINS, type Answer, startTestServer, type TestClient, type TestServer } from '../../support/server.ts';

// Calls as browsers of the platform make them: with the stamp `n`, with every member of their form, empty ones too, and without what is ours
// alone (versions, keys against sending twice). What they read of the answers must be there, in the kinds that they expect.

let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  server = await startTestServer({ plugins: ALL_PLUGINS, config: { ratePerMinute: 1_000_000 } });
  admin = await server.signIn('admin');
});
afterAll(() => server.close());

const STAMP = 'n=1772416800';
/** What every answer bears; a browser toasts `msg` of a write. */
function whole<T>(answer: Answer<T>): T {
  const { status, code, msg, timestamp } = answer;
  expect({ status, code, toasted: msg !== '', stamped: timestamp > 1_000_000_000_000 }, msg).toEqual({ status: 200, code: 200, toasted: true, stamped: true });
  return answer.data;
}
const read = async <T>(path: string, query = ''): Promise<T> => whole(await admin.get<T>(`/api/system/${path}?${query}${query && '&'}${STAMP}`));
const send = async <T>(method: 'post' | 'put' | 'del', path: string, body?: unknown): Promise<T> =>
  whole(await admin[method]<T>(`/api/system/${path}?${STAMP}`, body));
const refused = async (work: Promise<Answer>): Promise<unknown> => {
  const { status, code, msg, data, extras } = await work;
  expect({ status, data, told: msg !== '' }).toEqual({ status: 200, data: null, told: true });
  return [code, (extras as { error?: string } | null)?.error];
};

interface Page<Row> {
  readonly list: readonly Row[];
  readonly pagination: { readonly currentPage: number; readonly pageIndex: number; readonly pageSize: number; readonly total: number };
}
const PAGING = 'keyword=&currentPage=1&pageSize=20&sort=desc&sidx=&queryJson=';
const isPage = (page: Page<unknown>): void => {
  const { currentPage, pageIndex, pageSize, total } = page.pagination;
  expect([currentPage, pageIndex, pageSize, typeof total]).toEqual([1, 1, 20, 'number']);
  expect(Array.isArray(page.list)).toBe(true);
};

describe('[2.5-06] data sources', () => {
  interface Source {
    readonly id: string;
    readonly fullName: string;
    readonly [member: string]: unknown;
  }
  const form = {
    id: '',
    fullName: 'SIM 旧浏览器',
    dbType: 'PostgreSQL',
    host: '127.0.0.1',
    port: 5432,
    userName: 'reader',
    password: 'SIM-geheim',
    serviceName: 'sim',
    dbSchema: '',
    tableSpace: '',
    sortCode: 0,
    enabledMark: 1,
    oracleExtend: 0,
    oracleLinkType: 'SERVICE',
    oracleRole: 'Default',
    oracleService: '',
  };

  it('of a kind that is only kept have all their members', async () => {
    const oracle = { ...form, fullName: 'SIM Oracle', dbType: 'Oracle', port: 1521, tableSpace: 'USERS', oracleExtend: 1, oracleRole: 'SYSDBA' };
    const { id } = await send<{ id: string }>('post', 'DataSource', oracle);
    expect(await read(`DataSource/${id}`)).toMatchObject({ ...oracle, id, password: '' });
  });

  it('are added, read, listed, chosen, changed, tested, turned and removed', async () => {
    await send('post', 'DataSource', form);
    const page = await read<Page<Source>>('DataSource', PAGING);
    isPage(page);
    const row = page.list.find(({ fullName }) => fullName === form.fullName);
    expect(row).toMatchObject({ dbType: 'PostgreSQL', host: '127.0.0.1', enabledMark: 1, sortCode: 0 });
    const id = row?.id ?? '';
    expect(await read(`DataSource/${id}`)).toMatchObject({ ...form, id, password: '', oracleLinkType: '', oracleRole: '' });

    const { list } = await read<{ list: { fullName: string; children?: { id: string; fullName: string }[] }[] }>('DataSource/Selector');
    expect(list.find(({ fullName }) => fullName === 'PostgreSQL')?.children).toContainEqual(expect.objectContaining({ id, fullName: form.fullName }));

    await send('put', `DataSource/${id}`, { ...form, id, fullName: 'SIM 改名', password: '' });
    expect(await read(`DataSource/${id}`)).toMatchObject({ fullName: 'SIM 改名' });
    // The host is not listed: an answer, as the browser of this call shows it whatever its code is.
    expect(await send('post', 'DataSource/Actions/Test', { ...form, id })).toMatchObject({ ok: false, message: expect.stringMatching(/127\.0\.0\.1/) });
    await send('put', `DataSource/${id}/Actions/State`);
    expect(await read(`DataSource/${id}`)).toMatchObject({ enabledMark: 0 });
    await send('del', `DataSource/${id}`);
    expect(await refused(admin.get(`/api/system/DataSource/${id}?${STAMP}`))).toEqual([EnvelopeCode.NotFound, expect.any(String)]);
  });
});

describe('[2.5-06] data models', () => {
  const field = (name: string, dataType: string, more: object = {}) => ({
    ...{ field: name, fieldName: `SIM ${name}`, dataType, dataLength: '', allowNull: 1, primaryKey: 0, index: 0 },
    ...more,
  });
  const columns = [field('id', 'varchar', { dataLength: '50', allowNull: 0, primaryKey: 1 }), field('beds', 'int'), field('opened', 'datetime')];

  it('are made, listed, read, looked into, changed and dropped in the own database, 0', async () => {
    await send('post', 'DataModel/0/Table', { tableInfo: { table: 'sim_old', newTable: 'sim_old', tableName: 'SIM 旧' }, tableFieldList: columns });
    const { list } = await read<{ list: { table: string }[] }>('DataModel/0/Tables', 'keyword=sim_old');
    expect(list).toEqual([expect.objectContaining({ table: 'sim_old', tableName: 'SIM 旧', description: expect.any(String), sum: expect.any(Number) })]);

    const fields = await read<{ list: unknown[] }>('DataModel/0/Tables/sim_old/Fields', 'type=1');
    expect(fields.list).toEqual([
      { field: 'id', fieldName: 'SIM id', dataType: 'varchar', dataLength: '50', allowNull: 0, primaryKey: 1 },
      { field: 'beds', fieldName: 'SIM beds', dataType: 'int', dataLength: '', allowNull: 1, primaryKey: 0 },
      { field: 'opened', fieldName: 'SIM opened', dataType: 'datetime', dataLength: '', allowNull: 1, primaryKey: 0 },
    ]);
    const page = await read<Page<unknown>>('DataModel/0/Table/sim_old/Preview', `field=&${PAGING}`);
    isPage(page);
    expect(page.pagination.total).toBe(0);

    const one = await read<{ tableInfo: object; tableFieldList: object[] }>('DataModel/0/Table/sim_old');
    expect(one).toMatchObject({ tableInfo: { table: 'sim_old', newTable: 'sim_old', tableName: 'SIM 旧' }, tableFieldList: fields.list });
    await send('put', 'DataModel/0/Table', {
      tableInfo: { table: 'sim_old', newTable: 'sim_new', tableName: 'SIM 新' },
      tableFieldList: [...columns, field('price', 'decimal', { dataLength: '18,2' })],
    });
    expect(await read('DataModel/0/Table/sim_new')).toMatchObject({
      tableFieldList: [{}, {}, {}, { field: 'price', dataType: 'decimal', dataLength: '18,2' }],
    });
    await send('del', 'DataModel/0/Table/sim_new');
    expect(await read('DataModel/0/Tables', 'keyword=sim_new')).toEqual({ list: [] });
  });

  it('common columns are kept for the editor: all of them come at once, with what a line of it wants', async () => {
    const form = { id: '', field: 'sim_0', fieldName: 'SIM 病区', dataType: 'decimal', dataLength: '18,2', allowNull: 0 };
    for (let at = 0; at < 21; at += 1) await send('post', 'CommonFields', { ...form, field: `sim_${at}` });
    const { list } = await read<{ list: { id: string; field: string }[] }>('CommonFields');
    expect(list).toHaveLength(21);
    const found = list.find(({ field: name }) => name === 'sim_7');
    expect(found).toMatchObject({ ...form, field: 'sim_7', id: expect.any(String) });
    const id = String(found?.id);
    await send('put', `CommonFields/${id}`, { ...form, id, field: 'sim_ward', dataType: 'varchar', dataLength: '20' });
    expect(await read(`CommonFields/${id}`)).toMatchObject({
      id,
      field: 'sim_ward',
      fieldName: 'SIM 病区',
      dataType: 'varchar',
      dataLength: '20',
      allowNull: 0,
    });
    expect(await refused(admin.post(`/api/system/CommonFields?${STAMP}`, { ...form, field: 'sim_ward' }))).toEqual([
      EnvelopeCode.Invalid,
      'data.common-field-taken',
    ]);
    for (const one of list) await send('del', `CommonFields/${one.id}`);
    expect((await read<{ list: unknown[] }>('CommonFields')).list).toEqual([]);
  });

  /** A file as a form of a browser sends it. */
  const upload = async (path: string, name: string, content: string): Promise<Answer<unknown>> => {
    const boundary = 'sim-form';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/json\r\n\r\n`;
    const answer = await admin.raw({
      ...{ method: 'POST', url: `/api/system/${path}?${STAMP}`, payload: `${head}${content}\r\n--${boundary}--\r\n` },
      headers: { authorization: admin.token, 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    return { status: answer.statusCode, headers: answer.headers, ...answer.json<Envelope<unknown>>() };
  };

  it('leave as a file and come back from it: as they are, made, or changed as far as their rows allow', async () => {
    await send('post', 'DataModel/0/Table', { tableInfo: { table: 'sim_file', tableName: 'SIM 档' }, tableFieldList: columns });
    const wanted = { method: 'GET', url: `/api/system/DataModel/0/Table/sim_file/Action/Export?${STAMP}` } as const;
    const text = (await admin.raw({ ...wanted, headers: { authorization: admin.token, accept: 'application/octet-stream' } })).body;
    const bring = async (content: string) => whole(await upload('DataModel/0/Action/Import', 'sim_file.json', content));
    expect(await bring(text)).toEqual({ table: 'sim_file', change: 'unchanged' });
    const { tableFieldList } = await read<{ tableFieldList: object[] }>('DataModel/0/Table/sim_file');
    await send('del', 'DataModel/0/Table/sim_file');
    expect(await bring(text)).toEqual({ table: 'sim_file', change: 'created' });
    expect(await read('DataModel/0/Table/sim_file')).toMatchObject({ tableInfo: { tableName: 'SIM 档' }, tableFieldList });

    await sql`insert into site.sim_file (id, beds) values (${'甲'.repeat(50)}, 4)`.execute(server.db);
    expect(await refused(upload('DataModel/0/Action/Import', 'a.json', text.replace('"50"', '"10"')))).toEqual([EnvelopeCode.Invalid, 'data.type-has-rows']);
    expect(await bring(text.replace('"50"', '"60"'))).toEqual({ table: 'sim_file', change: 'saved' });
    expect((await sql`select beds from site.sim_file`.execute(server.db)).rows).toEqual([{ beds: 4 }]);
    for (const [path, name, content, key] of [
      ['0', 'a.json', '{', 'table-file-unreadable'],
      ['0', 'a.json', '{}', 'table-file-other'],
      ['0', 'a.txt', text, 'table-file-type'],
      ['0', 'a.json', ' '.repeat(200_001), 'table-file-large'],
      ['0', 'a.json', text.replace('"sim_file"', '"core.user"'), 'name-form'],
      ['other', 'a.json', text, 'source-read-only'],
    ] as const)
      expect(await refused(upload(`DataModel/${path}/Action/Import`, name, content))).toEqual([expect.any(Number), `data.${key}`]);
    expect(await refused(admin.get(`/api/system/DataModel/0/Table/data_source/Action/Export?${STAMP}`))).toEqual([EnvelopeCode.NotFound, 'data.table-missing']);
    whole(await admin.del(`/api/system/DataModel/0/Table/sim_file?confirm=sim_file&${STAMP}`));
  });

  it('a copy from our own database into itself is refused in words', async () => {
    const asked = { dbConnectionFrom: '0', dbConnectionTo: '0', dbTable: 'sim_old' };
    expect(await refused(admin.post(`/api/system/DataSync?${STAMP}`, asked))).toEqual([EnvelopeCode.Refused, 'data.sync-source-own']);
    expect(await refused(admin.post(`/api/system/DataSync/Actions/Execute?${STAMP}`, { ...asked, type: '0' }))).toEqual([
      EnvelopeCode.Refused,
      'data.sync-source-own',
    ]);
  });
});

describe('[2.5-06] maps', () => {
  const shapes = {
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { name: 'SIM' },
        geometry: {
          type: 'LineString',
          coordinates: [
            [0, 0],
            [1, 1],
          ],
        },
      },
    ],
  };

  it('are added, drawn, changed, turned and removed', async () => {
    await send('post', 'DataMap', {
      id: '',
      fullName: 'SIM 地图',
      enCode: 'SIM.OLD',
      sortCode: 0,
      enabledMark: 1,
      description: '',
      data: JSON.stringify(shapes),
    });
    const page = await read<Page<{ id: string; enCode: string }>>('DataMap', PAGING);
    isPage(page);
    const row = page.list.find(({ enCode }) => enCode === 'SIM.OLD');
    expect(row).toMatchObject({ fullName: 'SIM 地图', sortCode: 0, enabledMark: 1 });
    const id = row?.id ?? '';
    const drawn = await read<{ data: string }>(`DataMap/${id}/Data`);
    expect(JSON.parse(drawn.data)).toEqual(shapes);
    await send('put', `DataMap/${id}`, { id, fullName: 'SIM 地图二', enCode: 'SIM.OLD', sortCode: 1, enabledMark: 1, description: '' });
    expect(await read(`DataMap/${id}`)).toMatchObject({ id, fullName: 'SIM 地图二', enCode: 'SIM.OLD', sortCode: 1 });
    // Without shapes, those that it has stay; wrong ones are refused with their place, and nothing is changed.
    expect(await read(`DataMap/${id}`)).toMatchObject({ features: 1 });
    const broken = { id, fullName: 'SIM 坏', enCode: 'SIM.OLD', sortCode: 1, enabledMark: 1, description: '', data: '{"type":"Feature"}' };
    expect(await refused(admin.put(`/api/system/DataMap/${id}?${STAMP}`, broken))).toEqual([EnvelopeCode.Invalid, expect.stringMatching(/^data\.map-/)]);
    expect(await read(`DataMap/${id}`)).toMatchObject({ fullName: 'SIM 地图二', features: 1 });
    await send('put', `DataMap/${id}/Actions/State`);
    expect(await read(`DataMap/${id}`)).toMatchObject({ enabledMark: 0 });
    await send('del', `DataMap/${id}`);
  });
});

describe('[2.5-06] backups', () => {
  it('are begun by a bare POST, and refused in words while there is no passphrase', async () => {
    expect(await refused(admin.post(`/api/system/DataBackup?${STAMP}`))).toEqual([EnvelopeCode.Refused, 'data.backup-no-passphrase']);
    isPage(await read<Page<unknown>>('DataBackup', PAGING));
  });

  it('are listed with name, size, address and time', async () => {
    const settings = await read<object>('DataBackup/Actions/Settings');
    await send('put', 'DataBackup/Actions/Settings', { ...settings, enabled: 0, passphrase: 'SIM-a-long-passphrase-2026' });
    const { id } = await send<{ id: string }>('post', 'DataBackup', {});
    const row = (await read<Page<{ id: string }>>('DataBackup', PAGING)).list.find((one) => one.id === id);
    expect(row).toMatchObject({
      fileName: expect.any(String),
      fileSize: expect.any(Number),
      fileUrl: expect.any(String),
      creatorTime: server.time.now.getTime(),
    });
  });
});

describe('[2.2-04] [2.2-05] menus of the types that lead elsewhere', () => {
  const form = (enCode: string, type: number, address: string) => ({
    ...{ id: '', parentId: '-1', fullName: `SIM ${type}`, enCode, icon: 'icon-ym icon-ym-star', type, urlAddress: `${address}/${enCode}`, linkTarget: '_self' },
    ...{ category: 'Web', enabledMark: 1, sortCode: 900 + type, description: '', isButtonAuthorize: 0, isColumnAuthorize: 0, isFormAuthorize: 0 },
    ...{ isDataAuthorize: 0, propertyJson: JSON.stringify({ moduleId: `m${type}` }) },
  });
  interface Registry {
    readonly plugins: readonly PluginForBrowser[];
  }
  const browserRegistry = async () => whole(await admin.get<Registry>(`/api/registry/Session?${STAMP}`));
  const opened = async (enCode: string) => {
    const { menuList } = whole(await admin.get<{ menuList: readonly MenuWire[] }>(`/api/oauth/CurrentUser?${STAMP}`));
    const { routes } = translateMenus(menuList);
    const route = routes.find(({ menu }) => menu?.enCode === enCode);
    if (!route?.menu) throw new Error(`no entry ${enCode}`);
    return { route, menu: route.menu };
  };

  it('6 opens its screen on the dashboard host, with a ticket for that host', async () => {
    await send('post', 'Menu', form('site.screen', 6, 'dataScreen'));
    const { route, menu } = await opened('site.screen');
    expect([route.path, route.mode]).toEqual(['/dataScreen/site.screen', 'window']);
    const address = outsideAddress(menu, { dashboardHost: 'https://datav.example' });
    expect([address?.needsTicket, address?.fill('T')]).toEqual([true, 'https://datav.example/view/m6?token=T']);
  });

  it.each([
    [3, 'model', 'visualdev'],
    [5, 'dataReport', 'visualdev'],
    [8, 'portal', 'portal'],
  ])('%i has its place, and while no plugin draws its type is named after the one that would', async (type, address, owner) => {
    await send('post', 'Menu', form(`site.kind${type}`, type, address));
    const { route } = await opened(`site.kind${type}`);
    expect(route).toMatchObject({ path: `/${address}/site.kind${type}`, mode: 'page', moduleId: `m${type}`, type });
    const { plugins } = await browserRegistry();
    const pageOwner = ({ enCode, type: kind }: { readonly enCode: string; readonly type?: number }) =>
      plugins.find((plugin) => plugin.pages.includes(enCode) || plugin.menuTypes.includes(kind ?? 0));
    expect(pageSource(route, new Set(), pageOwner)).toEqual({ kind: 'missing', owner });
  });
});

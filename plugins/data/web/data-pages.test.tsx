import { toPage } from '@nephra/plugin-sdk/contract';
import { answerContract, createFakeMenu, createFakeWebContext, recordRow, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { recordScreens } from '../../../tests/support/records/record-screens.tsx';
import { chooseOption } from '../../../tests/support/screens/choose-option.ts';
import { commonField, commonFieldContract } from '../contract/model/common-field.contract.ts';
import { dataModelContract, type TableBody } from '../contract/model/data-model.contract.ts';
import { dataSource, dataSourceContract } from '../contract/source/data-source.contract.ts';
import { dataSyncContract } from '../contract/sync/data-sync.contract.ts';
import texts from '../locales/zh.json' with { type: 'json' };
import { CommonFieldsTab } from './model/common-fields.tab.tsx';
import { Page as ModelPage } from './model/data-model.page.tsx';
import { Page as SourcePage } from './source/data-source.page.tsx';
import { Page as SyncPage } from './sync/data-sync.page.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  if (page) expect(page.context.live()).toEqual([]);
  page = undefined;
});

const row = recordRow(dataSource, {
  id: 's-1',
  fullName: 'SIM 检验',
  dbType: 'PostgreSQL',
  host: '10.1.2.3',
  port: 5432,
  serviceName: 'lis',
  userName: 'reader',
  passwordSet: 1,
});
const common = recordRow(commonField, { id: 'c-1', field: 'sim_ward', fieldName: 'SIM 病区', dataType: 'varchar', dataLength: '20', allowNull: 0 });
const own = {
  id: 'own',
  fullName: '本系统',
  parentId: '-1',
  children: [{ id: '0', fullName: '本系统（现场表）', parentId: 'own', dbType: 'PostgreSQL', usable: true }],
};
const kinds = {
  id: 'PostgreSQL',
  fullName: 'PostgreSQL',
  parentId: '-1',
  children: [{ id: 's-1', fullName: 'SIM 检验', parentId: 'PostgreSQL', dbType: 'PostgreSQL', usable: true }],
};
const selector = { list: [own, kinds] };

it('[2.5-06] a test shows in words what it found, and can be made again', async () => {
  const context = createFakeWebContext({ texts, user: { isAdministrator: true } });
  const told = { ok: false, failure: 'refused', message: '10.1.2.3:5432 拒绝连接', serverVersion: '', milliseconds: 12 };
  answerContract(context.http, dataSourceContract, { list: { ...toPage([row], 1, {}), keeps: true }, one: row, test: told });
  page = await renderPage(SourcePage, { context, menu: createFakeMenu({ enCode: 'systemData.dataSource' }) });
  const shown = page;
  await shown.click(await shown.until(() => shown.find('button', '测试连接')));
  await shown.until(() => document.body.textContent?.includes('拒绝连接'));
  await shown.click(shown.get('button', '重新测试'));
  await shown.until(() => context.http.callsOf(dataSourceContract.routes.test).length === 2);
  expect(context.http.callsOf(dataSourceContract.routes.test)[0]?.input.body).toEqual({ id: 's-1' });
  expect(document.querySelector('input[type="password"]')).toBeNull();
  await shown.click(shown.get('button', '关闭'));
  await shown.click(shown.get('button', '编辑'));
  await shown.until(() => document.querySelector('input[type="password"]'));
  expect(document.body.textContent).toContain('留空则保持不变');
  await shown.click(shown.get('button', '取消'));
  await shown.click(shown.get('button', '新建数据连接'));
  await shown.until(() => document.querySelector('input[type="password"]'));
  expect(document.body.textContent).toContain('加密保存，不再显示');
  expect(document.body.textContent).not.toContain('留空则保持不变');
});

it('[2.5-06] a table goes only when its name is typed', async () => {
  const context = createFakeWebContext({ texts, user: { isAdministrator: true } });
  const table = { id: 'sim_ward', table: 'sim_ward', tableName: '病区', sum: -1, description: '' };
  answerContract(context.http, dataModelContract, { tables: { list: [table] }, remove: { table: 'sim_ward' } });
  answerContract(context.http, dataSourceContract, { selector });
  page = await renderPage(ModelPage, { context, menu: createFakeMenu({ enCode: 'systemData.dataModel' }) });
  const shown = page;
  await shown.until(() => shown.text().includes('sim_ward'));
  expect(shown.text()).toContain('未统计');
  await shown.click(await shown.until(() => shown.find('button', '更多')));
  await shown.click(await shown.until(() => shown.find('menuitem', '删除')));
  const name = await shown.until(() => shown.find('textbox', '请输入表名 sim_ward 以确认'));
  const drop = () => shown.get('button', '删除') as HTMLButtonElement;
  expect(drop().disabled).toBe(true);
  await shown.type(name, 'sim_ward');
  await shown.click(drop());
  await shown.until(() => context.http.callsOf(dataModelContract.routes.remove).length === 1);
  expect(context.http.callsOf(dataModelContract.routes.remove)[0]?.input).toMatchObject({
    params: { linkId: '0', id: 'sim_ward' },
    query: { confirm: 'sim_ward' },
  });
});

it('[2.5-06] the shape of a table leaves as a file and comes from one; of a foreign source it leaves alone', async () => {
  const context = createFakeWebContext({ texts, user: { isAdministrator: true } });
  const table = { id: 'sim_ward', table: 'sim_ward', tableName: '病区', sum: 3, description: '' };
  answerContract(context.http, dataModelContract, {
    tables: { list: [table] },
    exportFile: new File(['{}'], 'sim_ward.json', { type: 'application/json' }),
    importFile: { table: 'sim_ward', change: 'saved' },
  });
  answerContract(context.http, dataSourceContract, { selector });
  page = await renderPage(ModelPage, { context, menu: createFakeMenu({ enCode: 'systemData.dataModel' }) });
  const shown = page;
  const { routes } = dataModelContract;
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:SIM');
  await shown.click(await shown.until(() => shown.find('button', '更多')));
  await shown.click(await shown.until(() => shown.find('menuitem', '导出')));
  expect((await shown.until(() => context.http.callsOf(routes.exportFile)[0])).input.params).toEqual({ linkId: '0', id: 'sim_ward' });
  await shown.until(() => saved.mock.calls.length === 1);
  saved.mockRestore();
  const click = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (this: HTMLInputElement) {
    Object.defineProperty(this, 'files', { value: [new File(['{}'], 'sim_ward.json', { type: 'application/json' })] });
    this.dispatchEvent(new Event('change'));
  });
  await shown.click(shown.get('button', '导入'));
  click.mockRestore();
  expect((await shown.until(() => context.http.callsOf(routes.importFile)[0])).input.params).toEqual({ linkId: '0' });
  await shown.until(() => context.http.callsOf(routes.tables).length === 2);
  await chooseOption(shown, shown.get('combobox', '数据连接'), /SIM 检验/);
  await shown.until(() => !shown.find('button', '导入'));
  expect(shown.find('button', '导出') ?? shown.find('button', '更多')).toBeDefined();
});

it('[2.5-06] what the site keeps as common columns is chosen in the editor of a table, and goes along with its length', async () => {
  const context = createFakeWebContext({ texts, user: { isAdministrator: true } });
  answerContract(context.http, dataModelContract, { tables: { list: [] }, create: { table: 'sim_bed' } });
  answerContract(context.http, dataSourceContract, { selector });
  answerContract(context.http, commonFieldContract, { list: { ...toPage([common], 1, {}), keeps: true } });
  page = await renderPage(ModelPage, { context, menu: createFakeMenu({ enCode: 'systemData.dataModel' }) });
  const shown = page;
  await shown.click(await shown.until(() => shown.find('button', '新建表')));
  await shown.type(await shown.until(() => shown.find('textbox', '表名')), 'sim_bed');
  for (let twice = 0; twice < 2; twice += 1)
    await chooseOption(shown, await shown.until(() => shown.find('combobox', '选择常用字段添加')), /sim_ward · SIM 病区/);
  await shown.click(shown.get('button', '保存'));
  await shown.until(() => context.http.callsOf(dataModelContract.routes.create).length === 1);
  expect((context.http.callsOf(dataModelContract.routes.create)[0]?.input.body as TableBody | undefined)?.tableFieldList).toEqual([
    expect.objectContaining({ field: 'id', primaryKey: 1 }),
    { field: 'sim_ward', fieldName: 'SIM 病区', dataType: 'varchar', dataLength: '20', allowNull: 0, primaryKey: 0 },
  ]);
});

it('[2.5-06] copies show how far they are; one that failed says why, and is seen to go on from there', async () => {
  const context = createFakeWebContext({ texts, user: { isAdministrator: true } });
  const run = {
    ...{ id: 'r-1', sourceName: 'SIM 检验', table: 'lab_result', state: 'failed', rowsRead: 500, rowsWritten: 498, rowsRefused: 2, rowsExpected: 1_234 },
    ...{ creatorUser: '管理员', startTime: 1_772_416_800_000, endTime: 1_772_416_900_000, problem: '10.1.2.3:5432 的连接中断' },
  };
  answerContract(context.http, dataSyncContract, { runs: toPage([run], 1, {}), resume: { id: 'r-1', state: 'waiting' } });
  page = await renderPage(SyncPage, { context, menu: createFakeMenu({ enCode: 'systemData.dataSync' }) });
  const shown = page;
  await shown.until(() => shown.text().includes('500 / 1234'));
  expect(shown.text()).toContain('的连接中断');
  const goesOn = await shown.until(() => shown.find('button', '继续'));
  context.http.answer(dataSyncContract.routes.runs, toPage([{ ...run, state: 'running', endTime: 0, problem: '', rowsRead: 1_000 }], 1, {}));
  await shown.click(goesOn);
  await shown.until(() => shown.text().includes('1000 / 1234'));
  expect(context.http.callsOf(dataSyncContract.routes.resume)[0]?.input.params).toEqual({ id: 'r-1' });
  expect(shown.text()).not.toContain('的连接中断');
  expect([shown.find('button', '继续'), Boolean(shown.find('button', '停止同步'))]).toEqual([undefined, true]);
});

it('[2.5-06] beside its state stands how far a copy is or why it failed, and stopping one is not asked in the words of the button that keeps it', async () => {
  const context = createFakeWebContext({ texts, user: { isAdministrator: true }, confirms: true });
  const run = (id: string, state: string, problem = '') => ({
    ...{
      id,
      sourceName: 'SIM 检验',
      table: `sim_${state}`,
      state,
      rowsRead: 2_000,
      rowsWritten: 2_000,
      rowsRefused: 0,
      rowsExpected: state === 'done' ? -1 : 60_000,
    },
    ...{ creatorUser: '管理员', startTime: 1_772_416_800_000, endTime: 0, problem },
  });
  const runs = [run('r-1', 'running'), run('r-2', 'failed', '连接中断'), run('r-3', 'done')];
  answerContract(context.http, dataSyncContract, { runs: toPage(runs, 3, {}), cancel: { id: 'r-1', state: 'running' } });
  page = await renderPage(SyncPage, { context, menu: createFakeMenu({ enCode: 'systemData.dataSync' }) });
  const shown = page;
  await shown.until(() => shown.text().includes('sim_running'));
  const beside = [...document.querySelectorAll('.data-below')].map(({ textContent }) => textContent);
  expect(beside).toEqual(['2000 / 60000', '连接中断']);
  expect(shown.text()).not.toContain('?');
  await shown.click(shown.get('button', '停止同步'));
  await shown.until(() => context.http.callsOf(dataSyncContract.routes.cancel).length === 1);
  expect(context.record.questions[0]?.content).toMatch(/^停止表 sim_running/);
});

recordScreens(dataSourceContract, {
  Page: SourcePage,
  row: { ...row },
  texts,
  typed: { fullName: 'SIM 新', host: '10.1.2.3', serviceName: 'lis', userName: 'reader' },
});

recordScreens(commonFieldContract, { Page: () => <CommonFieldsTab />, row: { ...common }, texts, typed: { field: 'sim_bed' } });

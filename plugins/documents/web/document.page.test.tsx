import { toPage } from '@nephra/plugin-sdk/contract';
import { answerContract, createFakeMenu, createFakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it } from 'vitest';
import { type DocumentRow, documentContract } from '../contract/document.contract.ts';
import { leaversContract } from '../contract/leavers.contract.ts';
import texts from '../locales/zh.json' with { type: 'json' };
import { Page } from './document.page.tsx';

const { routes } = documentContract;
const MENU = 'extend.document';
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const folder: DocumentRow = {
  ...{ id: 'd1', parentId: '0', fullName: 'SIM 制度', type: 0, fileSize: 0, fileExtension: '', fileId: '', ownerId: 'u1', ownerName: 'SIM 甲' },
  ...{ isShare: 0, mayChange: 1, creatorTime: 1_772_000_000_000, lastModifyTime: 1_772_000_000_000, deleteTime: 0 },
};
const paper: DocumentRow = { ...folder, id: 'f1', fullName: 'SIM 排班.pdf', type: 1, fileSize: 2_048, fileExtension: 'pdf', fileId: 'file-1' };
const hers: DocumentRow = { ...paper, id: 'f2', fullName: 'SIM 他人.pdf', ownerId: 'u2', ownerName: 'SIM 乙', mayChange: 0 };
const gone: DocumentRow = { ...paper, id: 'f3', fullName: 'SIM 旧.pdf', deleteTime: 1_772_000_000_000 };

interface Given {
  readonly rows?: readonly DocumentRow[];
  readonly grants?: readonly string[];
  readonly deleted?: DocumentRow;
  readonly administrator?: boolean;
}

async function open({ rows = [folder, paper], grants, deleted = gone, administrator = false }: Given = {}) {
  const context = createFakeWebContext({ texts, user: { isAdministrator: administrator }, ...(grants && { grants: grants.map((one) => `${MENU}:${one}`) }) });
  const paged = (list: readonly DocumentRow[]) => toPage([...list], list.length, {});
  answerContract(context.http, documentContract, {
    ...{ list: paged(rows), sharedWithMe: paged([hers]), shared: paged([]), trash: paged([deleted]) },
    ...{
      usage: { ownBytes: 2_048, usedBytes: 4_096, quotaBytes: 1_048_576 },
      folders: { list: [] },
      one: { ...folder, path: [{ id: 'd1', fullName: 'SIM 制度' }] },
    },
    ...{ createFolder: folder, addFile: paper, merge: paper, rename: folder, move: folder, remove: null, restore: null, destroy: null },
    ...{ download: null as never, unshare: { list: [] } },
    sharedWith: { list: [{ id: 'u2', account: 'nurse', realName: 'SIM 乙', right: 'read' }] },
    share: { list: [{ id: 'u2', account: 'nurse', realName: 'SIM 乙', right: 'change' }] },
  });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: MENU, fullName: '知识管理' }) });
  const shown = page;
  await shown.until(() => shown.text().includes(rows[0]?.fullName ?? '还没有文档'));
  return { shown, http: context.http, record: context.record };
}

it('folders open with the way to them, files in the preview; the line of space says what is used', async () => {
  const { shown, http, record } = await open();
  await shown.until(() => shown.text().includes('我的文档占用'));
  await shown.click(shown.get('button', 'SIM 排班.pdf'));
  expect(record.previews).toMatchObject([{ name: 'SIM 排班.pdf', fileId: 'file-1' }]);
  await shown.click(shown.get('button', 'SIM 制度'));
  await shown.until(() => http.callsOf(routes.list).some(({ input }) => (input.query as { parentId?: string }).parentId === 'd1'));
  await shown.until(() => document.querySelector('[aria-current="page"]')?.textContent === 'SIM 制度');
});

it('who may only read is offered nothing that changes; each right shows its own acts', async () => {
  const offered = ({ shown }: { readonly shown: RenderedPage }) =>
    ['上传文件', '新建文件夹', '共享', '重命名', '移动', '删除', '下载'].filter(
      (name) => shown.all('button', name).length > 0 || shown.all('menuitem', name).length > 0,
    );
  const expected: readonly (readonly [readonly string[], readonly string[]])[] = [
    [[], ['下载']],
    [['btn_add'], ['上传文件', '新建文件夹', '下载']],
    [['btn_share'], ['共享', '下载']],
    [['btn_remove'], ['删除', '下载']],
  ];
  for (const [grants, names] of expected) {
    expect([grants, offered(await open({ rows: [paper], grants }))]).toEqual([grants, names]);
    await page?.unmount();
  }
});

it('of what others share for reading nothing can be changed, and the recycle bin asks before it deletes for good', async () => {
  const { shown, http, record } = await open();
  await shown.click(shown.get('button', '共享给我'));
  await shown.until(() => shown.text().includes('SIM 他人.pdf'));
  expect(['重命名', '移动', '删除'].flatMap((name) => shown.all('button', name))).toEqual([]);
  await shown.click(shown.get('button', '回收站'));
  await shown.until(() => shown.text().includes('SIM 旧.pdf'));
  expect(shown.find('button', 'SIM 旧.pdf')).toBeUndefined();
  await shown.click(shown.get('button', '彻底删除'));
  await shown.until(() => http.callsOf(routes.destroy).length > 0);
  expect(record.questions).toHaveLength(1);
  await shown.click(shown.get('button', '还原'));
  await shown.until(() => http.callsOf(routes.restore).length > 0);
});

it('what lay in a folder of somebody else’s is brought back, and not deleted for good', async () => {
  const { shown } = await open({ deleted: { ...gone, ownerId: 'u2', ownerName: 'SIM 乙' } });
  await shown.click(shown.get('button', '回收站'));
  await shown.until(() => shown.text().includes('SIM 旧.pdf'));
  expect([shown.all('button', '还原').length, shown.all('button', '彻底删除').length, shown.text().includes('SIM 乙')]).toEqual([1, 0, true]);
});

it('a new folder is named in a dialog; the dialog of sharing shows with whom, and lets one person change', async () => {
  const { shown, http } = await open({ rows: [paper] });
  await shown.click(shown.get('button', '新建文件夹'));
  await shown.type(shown.all('textbox', '名称').at(-1) as HTMLElement, 'SIM 新');
  await shown.click(shown.get('button', /^(保存|确定)$/));
  await shown.until(() => http.callsOf(routes.createFolder).length > 0);
  expect(http.callsOf(routes.createFolder)[0]?.input.body).toEqual({ parentId: '0', fullName: 'SIM 新' });
  await shown.click(shown.get('button', '共享'));
  await shown.until(() => document.body.textContent?.includes('SIM 乙'));
  await shown.click(shown.get('button', '允许修改'));
  await shown.until(() => http.callsOf(routes.share).length > 0);
  expect(http.callsOf(routes.share)[0]?.input.body).toEqual({ userIds: ['u2'], right: 'change' });
  await shown.click(shown.get('button', '取消共享给SIM 乙'));
  await shown.until(() => document.body.textContent?.includes('尚未共享给任何人'));
});

it('an empty folder says what can be done', async () => {
  const { shown } = await open({ rows: [] });
  expect(shown.text()).toContain('还没有文档，可上传文件或新建文件夹');
});

it('an administrator hands over what somebody who left has; nobody else is offered that', async () => {
  const { shown, http } = await open({ administrator: true });
  answerContract(http, leaversContract, {
    leavers: { list: [{ id: 'u9', account: 'gone', realName: 'SIM 丙', files: 3, bytes: 2_048 }] },
    handOver: folder,
  });
  await shown.click(shown.get('button', '移交离职人员文档'));
  await shown.until(() => document.body.textContent?.includes('原有共享不变'));
  await shown.click(shown.get('combobox', /离职人员/));
  await shown.click(await shown.until(() => shown.find('option', 'SIM 丙（gone），3 个文件，2 KB')));
  await page?.unmount();
  const { shown: others } = await open();
  expect(others.find('button', '移交离职人员文档')).toBeUndefined();
});

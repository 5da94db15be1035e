import { createFakeMenu, createFakeWebContext, type FakeWebOptions, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type CustomPackageDetail,
  type CustomPackageRow,
  type CustomPackageUpdateBody,
  type PrescriptionDetail,
  prescribingContract,
} from '../../contract/index.ts';
import { lineFromCatalogue } from '../../domain/preview.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { drugRow, pageOfRows, treatmentRow } from '../work-area/rx.fixture.ts';
import { PackagesDialog } from './packages.dialog.tsx';

const { routes } = prescribingContract;
const GRANTS = ['his.prescription', 'his.prescription:btn_package'];

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const detail = (id: string, row = drugRow()): PrescriptionDetail => {
  const { key: _, ...line } = lineFromCatalogue(row, id);
  return { ...line, detailId: id, drugNum: 3, subTotal: 115.5 };
};
const own = (over: Partial<CustomPackageRow> = {}): CustomPackageRow => ({
  packageId: 'p1',
  packageName: '高磷患者',
  note: '餐中服用',
  lineCount: 2,
  totalPrice: 231,
  scope: 'own',
  ownerId: 'u1',
  ownerName: '林医生',
  mine: true,
  version: 4,
  lastModifyTime: 0,
  ...over,
});
const whole = (over: Partial<CustomPackageDetail> = {}): CustomPackageDetail => ({
  ...own(),
  list: [detail('d1'), detail('d2', treatmentRow())],
  skipped: [],
  ...over,
});

async function open(row = own(), options: FakeWebOptions = {}): Promise<RenderedPage> {
  const context = createFakeWebContext({ texts, grants: GRANTS, ...options });
  context.http.answer(routes.customPackages, pageOfRows([row]));
  context.http.answer(routes.customPackageDetail, whole(row));
  page = await renderElement(<PackagesDialog orgId="org-gz" current={() => [detail('x1')]} onInsert={() => undefined} onClose={() => undefined} />, {
    context,
    menu: createFakeMenu({ enCode: 'his.prescription' }),
  });
  await page.until(() => page?.find('region', row.packageName));
  return page;
}

describe('own packages', () => {
  it('are shared with the department by their version, and then stand on its shelf', async () => {
    const { context, get, click, until } = await open();
    context.http.answer(routes.shareCustomPackage, whole({ scope: 'department', version: 5 }));
    context.http.answer(routes.customPackages, pageOfRows([own({ scope: 'department', version: 5 })]));
    await click(get('button', '共享到科室'));
    expect(context.http.callsOf(routes.shareCustomPackage)[0]?.input).toMatchObject({ params: { id: 'p1' }, body: { scope: 'department', version: 4 } });
    expect(context.http.callsOf(routes.shareCustomPackage)[0]?.options.idempotencyKey).toBeTruthy();
    await until(() => context.http.callsOf(routes.customPackages).length > 1);
    expect(context.http.callsOf(routes.customPackages).at(-1)?.input.query).toMatchObject({ scope: 'department' });
    expect((get('radio', '科室') as HTMLInputElement).checked).toBe(true);
  });

  it('are taken back from the department', async () => {
    const { context, get, click } = await open(own({ scope: 'department' }));
    context.http.answer(routes.shareCustomPackage, whole());
    await click(get('button', '取消共享'));
    expect(context.http.callsOf(routes.shareCustomPackage)[0]?.input.body).toEqual({ scope: 'own', version: 4 });
  });

  it('are changed: name, note, lines dropped and taken over from the prescription; a refusal keeps what was written', async () => {
    const { context, get, find, click, type, until, text } = await open();
    await click(get('button', '修改'));
    await type(get('textbox', '名称'), '高磷患者（午餐）');
    await type(get('textbox', '说明'), '');
    await click(get('button', /骨化三醇/));
    await click(get('button', '加入当前处方的 1 项'));
    context.http.refuse(routes.updateCustomPackage, { error: 'prescription.package-stale', code: 409, message: '这个套餐刚被修改过。' });
    await click(get('button', '保存'));
    await until(() => text().includes('这个套餐刚被修改过。'));
    expect((get('textbox', '名称') as HTMLInputElement).value).toBe('高磷患者（午餐）');
    const [call] = context.http.callsOf(routes.updateCustomPackage);
    expect(call?.input).toMatchObject({ params: { id: 'p1' }, body: { packageName: '高磷患者（午餐）', note: '', scope: 'own', version: 4 } });
    const sent = call?.input.body as CustomPackageUpdateBody;
    expect(sent.prescriptionDetailList.map((line) => line.drugId)).toEqual([treatmentRow().drugId, drugRow().drugId]);
    context.http.answer(routes.updateCustomPackage, whole({ version: 5 }));
    await click(get('button', '保存'));
    await until(() => find('button', '修改'));
    // The server said no: what is sent now is another act.
    const keys = context.http.callsOf(routes.updateCustomPackage).map((one) => one.options.idempotencyKey);
    expect(new Set(keys).size).toBe(2);
  });

  it('are deleted after a question, and stay when the answer is no', async () => {
    let answer = false;
    const { context, get, click, until, text } = await open(own(), { confirms: () => answer });
    context.http.answer(routes.removeCustomPackage, null);
    await click(get('button', '删除'));
    expect(context.http.callsOf(routes.removeCustomPackage)).toEqual([]);
    answer = true;
    context.http.answer(routes.customPackages, pageOfRows([]));
    await click(get('button', '删除'));
    expect(context.http.callsOf(routes.removeCustomPackage)[0]?.input).toMatchObject({ params: { id: 'p1' }, query: { version: 4 } });
    await until(() => text().includes('还没有套餐'));
  });

  it('of a colleague say whose they are and cannot be changed; without the right nobody changes any', async () => {
    const theirs = await open(own({ mine: false, scope: 'department', ownerName: '周医生' }));
    expect(theirs.text()).toContain('周医生共享');
    const changes = () => ['修改', '删除', '取消共享', '共享到科室'].filter((name) => page?.find('button', name));
    expect(changes()).toEqual([]);
    await theirs.unmount();
    await open(own(), { grants: ['his.prescription'] });
    expect(changes()).toEqual([]);
    expect(page?.find('button', '将当前处方存为套餐')).toBeUndefined();
  });
});

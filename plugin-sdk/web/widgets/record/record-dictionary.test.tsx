import { toPage } from '@nephra/plugin-sdk/contract';
import { defineRecord, field, recordContract } from '@nephra/plugin-sdk/record';
import { answerContract, createFakeMenu, createFakeWebContext, recordRow, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it } from 'vitest';
import { dictionaryContract } from '../dictionary/dictionaries.ts';
import { recordPage } from './record-page.tsx';

const bed = defineRecord('beds.bed', {
  title: ['床位', '床位', 'Bed'],
  wire: { at: '/api/beds/Bed' },
  fields: {
    fullName: field.text(50).required().label('名称', '名稱', 'Name'),
    access: field.dictionary('SIM.access').label('通路', '通路', 'Access'),
  },
  list: { columns: ['fullName', 'access'], order: 'fullName' },
  acts: { create: {}, edit: {} },
});
const contract = recordContract(bed);
const Page = recordPage(contract);

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  if (page) expect(page.context.live()).toEqual([]);
  page = undefined;
});

it('a code of a dictionary is shown by its name, and chosen by it', async () => {
  const context = createFakeWebContext();
  const row = recordRow(bed, { id: 'b1', fullName: 'SIM 1', access: 'fistula', version: 1 });
  answerContract(context.http, contract, { list: toPage([row], 1, {}), one: row, edit: { id: 'b1', version: 2 } });
  const entry = (enCode: string, fullName: string) => ({ id: enCode, parentId: '0', fullName, enCode });
  answerContract(context.http, dictionaryContract, {
    all: {
      list: [
        { id: 't', fullName: '通路', enCode: 'SIM.access', isTree: 0, dictionaryList: [entry('fistula', '内瘘'), entry('catheter', '导管')], hiddenList: [] },
      ],
      revision: '1',
      same: false,
    },
  });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'beds.bed' }) });
  const shown = page;
  await shown.until(() => shown.text().includes('内瘘'));
  await shown.click(shown.get('button', '编辑'));
  await shown.click(await shown.until(() => shown.find('button', '通路: 内瘘')));
  await shown.click(await shown.until(() => shown.find('treeitem', /导管/)));
  await shown.click(shown.get('button', '保存'));
  const call = await shown.until(() => context.http.callsOf(contract.routes.edit)[0]);
  expect(call.input.body).toMatchObject({ access: 'catheter', version: 1 });
  expect(context.http.callsOf(dictionaryContract.routes.all)).toHaveLength(1);
});

import { toPage } from '@nephra/plugin-sdk/contract';
import { defineRecord, field, recordContract, relatedContract } from '@nephra/plugin-sdk/record';
import { createFakeMenu, createFakeWebContext, type RenderedPage, recordRow, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { recordScreens } from '../../../../../tests/support/records/record-screens.tsx';
import { recordPage } from '../record-page.tsx';

const bed = defineRecord('beds.bed', {
  title: ['床位', '床位', 'Bed'],
  wire: { at: '/api/beds/Bed' },
  fields: {
    fullName: field.text(20).required().label('名称', '名稱', 'Name'),
    wardId: field.relation('beds.ward').label('病区', '病區', 'Ward'),
    wardPhone: field.related('wardId', 'phone').label('病区电话', '病區電話', 'Phone of the ward'),
    wardFloor: field.related('wardId', 'floor').label('病区楼层', '病區樓層', 'Floor of the ward'),
  },
  list: { columns: ['fullName', 'wardId', 'wardPhone'] },
  acts: { create: {}, edit: {}, copy: {}, print: {} },
});
const contract = recordContract(bed);
const { related } = relatedContract(bed).routes;
const Page = recordPage(contract);
const row = recordRow(bed, { id: 'b1', fullName: '一床', wardId: 'w1', wardPhone: '020-1', wardFloor: '', labels: { wardId: '内科' } });
const surgery = { id: 'w2', fullName: '外科', enCode: '', enabledMark: 1, shows: { wardPhone: '020-2', wardFloor: '三楼' } };

recordScreens(contract, { Page, row: { ...row }, texts: {}, typed: { fullName: '二床' } });

describe('[2.6-15] what a form shows of the row that another field names', () => {
  let page: RenderedPage | undefined;
  afterEach(async () => {
    await page?.unmount();
    page = undefined;
  });
  const open = async (): Promise<RenderedPage> => {
    const context = createFakeWebContext();
    context.http.answer(contract.routes.list, toPage([row], 1, {}));
    context.http.answer(contract.routes.one, row);
    context.http.answer(contract.routes.edit, { id: 'b1', version: 2 });
    context.http.answer(related, toPage([surgery], 1, {}) as never);
    page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: bed.name }) });
    const shown = page;
    await shown.until(() => shown.text().includes('一床'));
    return shown;
  };
  const outputOf = (name: string) => document.querySelector<HTMLElement>(`[data-field="${name}"] output`);
  const edit = async (shown: RenderedPage) => {
    await shown.click(shown.get('button', '编辑'));
    await shown.until(() => outputOf('wardPhone'));
  };
  const choose = async (shown: RenderedPage) => {
    await shown.click(await shown.until(() => shown.find('button', '病区: 内科')));
    await shown.until(() => shown.text().includes('外科'));
    await shown.click(shown.all('radio').at(-1) ?? document.body);
    await shown.click(shown.get('button', '确定'));
  };

  it('is there at once, has its label and nothing to type into, and follows while one chooses, with one call for all fields', async () => {
    const shown = await open();
    await edit(shown);
    expect([outputOf('wardPhone')?.textContent, outputOf('wardFloor')?.textContent]).toEqual(['020-1', '–']);
    expect(outputOf('wardPhone')?.id).toBe(document.querySelector<HTMLLabelElement>('[data-field="wardPhone"] label')?.htmlFor);
    expect(document.querySelector('[data-field="wardPhone"] :is(input, button, [tabindex="0"])')).toBeNull();
    expect(shown.context.http.callsOf(related)).toEqual([]);
    await choose(shown);
    await shown.until(() => outputOf('wardPhone')?.textContent === '020-2');
    expect(outputOf('wardFloor')?.textContent).toBe('三楼');
    expect(shown.context.http.callsOf(related).filter(({ input }) => (input.query as { readonly ids?: string } | undefined)?.ids === 'w2')).toHaveLength(1);
    await shown.click(shown.get('button', '保存'));
    const call = await shown.until(() => shown.context.http.callsOf(contract.routes.edit)[0]);
    expect(call.input.body).toEqual({ fullName: '一床', wardId: 'w2', version: 1 });
  });
});

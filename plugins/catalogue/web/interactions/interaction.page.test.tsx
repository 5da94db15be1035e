import { toPage } from '@nephra/plugin-sdk/contract';
import {
  answerContract,
  createFakeMenu,
  createFakeWebContext,
  type FakeWebContext,
  recordRow,
  type RenderedPage,
  renderPage,
} from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it } from 'vitest';
import { recordScreens } from '../../../../tests/support/records/record-screens.tsx';
import { interaction, interactionContract } from '../../contract/interaction.contract.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { Page } from './interaction.page.tsx';

let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  if (page) expect(page.context.live()).toEqual([]);
  page = undefined;
});

const row = recordRow(interaction, { id: 'i1', ingredientA: '地高辛', ingredientB: '胺碘酮', note: '血药浓度升高' });
const proposals = ({ http }: FakeWebContext) => http.answer(interactionContract.routes.ingredients, { list: ['地高辛', '胺碘酮'] });

it('adds a pair, and says at once that two ingredients must differ', async () => {
  const context = createFakeWebContext({ texts });
  answerContract(context.http, interactionContract, { list: { ...toPage([row], 1, {}), keeps: true }, create: { id: 'i2', version: 1 } });
  proposals(context);
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'his.interaction' }) });
  const shown = page;
  await shown.until(() => shown.find('button', '新建药物相互作用'));
  expect(shown.text()).toContain('须填理由');
  await shown.click(shown.get('button', '新建药物相互作用'));
  await shown.type(await shown.until(() => shown.find('textbox', '成分一')), '氯化钾');
  await shown.type(shown.get('textbox', '成分二'), '氯化钾');
  await shown.type(shown.get('textbox', '说明'), '严重高钾血症');
  await shown.click(shown.get('button', '保存'));
  await shown.until(() => shown.text().includes('两个成分不能相同'));
  await shown.type(shown.get('textbox', '成分二'), '螺内酯');
  await shown.click(shown.get('button', '保存'));
  const call = await shown.until(() => context.http.callsOf(interactionContract.routes.create)[0]);
  expect(call.input.body).toEqual({ ingredientA: '氯化钾', ingredientB: '螺内酯', level: 'reason', note: '严重高钾血症' });
  expect(context.http.callsOf(interactionContract.routes.ingredients)).toHaveLength(2);
});

recordScreens(interactionContract, { Page, row: { ...row }, texts, typed: { ingredientA: '氯化钾', ingredientB: '螺内酯', note: '高钾' }, answer: proposals });

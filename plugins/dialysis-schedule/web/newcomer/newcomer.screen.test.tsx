import { answerContract, createFakeMenu, createFakeWebContext, type FakeWebContext, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, expect, it } from 'vitest';
import { DEFAULT_DIALYSIS_LIMITS, dialysisFileContract } from '../../../dialysis-file/contract/index.ts';
import { patientContract } from '../../../patient/contract/index.ts';
import { boardContract } from '../../contract/board.contract.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { boardOf, boardSlot, boardStation, DAY } from '../board/board.fixture.ts';
import { Page } from '../page/board.page.tsx';

const BOARD_RIGHTS = ['his.dialysisSchedule', 'his.dialysisSchedule:btn_plan'];
const FILE_RIGHTS = ['his.patient:btn_add', ...['btn_edit', 'btn_serology', 'btn_access', 'btn_propose'].map((button) => `his.dialysisFile:${button}`)];
let page: RenderedPage | undefined;
let context: FakeWebContext;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

async function opened(kind: 'emergency' | 'transient', grants: readonly string[] = [...BOARD_RIGHTS, ...FILE_RIGHTS]): Promise<RenderedPage> {
  context = createFakeWebContext({ texts, grants: [...grants], now: () => Date.parse(`${DAY}T02:00:00Z`) });
  const { serologyTransientDays, observationDays, syphilisTitre, hcvAntibodyApart, missingMarkersWait } = DEFAULT_DIALYSIS_LIMITS;
  const stations = [boardStation('A01'), boardStation('A02'), boardStation('B01', { zone: 'B' }), boardStation('E01', { zone: 'E' })];
  answerContract(context.http, boardContract, {
    board: boardOf([boardSlot(1, 'A01')], { stations }),
    unplanned: { list: [{ patientId: 'known', patientName: '测试甲', dialysisNo: 'HD9', zone: 'A', mode: 'HD', shiftId: '', reason: '' }] },
    newcomerRules: { serologyTransientDays, observationDays, syphilisTitre, hcvAntibodyApart, missingMarkersWait },
    add: { slotId: 'new', version: 1 },
  });
  context.http.answer(patientContract.routes.create, { patientId: 'p-new', outpatientCode: 'M1', version: 1 });
  context.http.answer(dialysisFileContract.routes.open, { id: 'p-new' });
  context.http.answer(dialysisFileContract.routes.results, { id: 'r1' });
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'his.dialysisSchedule' }) });
  await page.until(() => page?.container.querySelector('[role=grid]'));
  await press(page, texts.newcomer[kind]);
  const of = page;
  await of.until(() => document.querySelector('.ds-newcomer'));
  return of;
}
const button = (text: string): HTMLElement | undefined => [...document.querySelectorAll<HTMLElement>('button')].find((one) => one.textContent?.trim() === text);
async function press(of: RenderedPage, text: string): Promise<void> {
  const found = await of.until(() => button(text));
  await of.click(found as HTMLElement);
}
async function type(of: RenderedPage, label: string, value: string): Promise<void> {
  const input = await of.until(() => document.querySelector<HTMLInputElement>(`.ds-newcomer input[aria-label="${label}"]`));
  await of.type(input as HTMLInputElement, value);
}
const said = () => document.querySelector('.ds-missing')?.textContent ?? '';

it('an emergency: somebody of the house gets the first free place that fits, with a reason', async () => {
  const of = await opened('emergency');
  expect(said()).toBe(texts.newcomer.missing.patient);
  await of.click((await of.until(() => document.querySelector<HTMLElement>('.ds-found-people button'))) as HTMLElement);
  expect(said()).toBe(texts.newcomer.missing.reason);
  await type(of, texts.board.reason, '高钾');
  await press(of, texts.newcomer.save);
  await of.until(() => context.http.callsOf(boardContract.routes.add).length === 1);
  expect(context.http.callsOf(boardContract.routes.add)[0]?.input).toMatchObject({
    body: { date: DAY, shiftId: 'early', stationId: 'A02', patientId: 'known', emergency: true, reason: '高钾' },
  });
  expect(context.http.callsOf(patientContract.routes.create)).toHaveLength(0);
  await of.until(() => document.querySelector('.ds-newcomer') === null);
});

it('a transient patient: without markers zone E and its station, the file is opened, and no pattern is written', async () => {
  const of = await opened('transient');
  await press(of, texts.newcomer.new);
  await type(of, texts.newcomer.name, '测试乙');
  await press(of, texts.newcomer.sexes['1']);
  await type(of, texts.newcomer.from, 'SIM 外院');
  await type(of, texts.board.reason, '旅居');
  expect(document.querySelector('.ds-zone-says')?.textContent).toContain('HBsAg');
  expect(document.querySelector('.ds-zone-says .ds-zone')?.textContent).toBe('E');
  await press(of, texts.newcomer.save);
  await of.until(() => context.http.callsOf(boardContract.routes.add).length === 1);
  expect(context.http.callsOf(patientContract.routes.create)[0]?.input).toMatchObject({
    body: { patientName: '测试乙', patientType: 'dialysis', dialysis: { weekdays: [] } },
  });
  expect(context.http.callsOf(dialysisFileContract.routes.open)[0]?.input).toMatchObject({ body: { patientId: 'p-new', transient: true } });
  expect(context.http.callsOf(dialysisFileContract.routes.results)).toHaveLength(0);
  expect(context.http.callsOf(boardContract.routes.add)[0]?.input).toMatchObject({ body: { patientId: 'p-new', stationId: 'E01', emergency: false } });
});

it('what was done stays done: a place that is taken meanwhile opens no second file', async () => {
  const of = await opened('transient');
  context.http.refuse(boardContract.routes.add, { code: 409, error: 'dialysis-schedule.place-taken', message: '机位E01已由甲排给乙' });
  await press(of, texts.newcomer.new);
  await type(of, texts.newcomer.name, '测试丙');
  await press(of, texts.newcomer.sexes['2']);
  await type(of, texts.newcomer.from, 'SIM 外院');
  await type(of, texts.board.reason, '探亲');
  await press(of, texts.newcomer.save);
  await of.until(() => document.querySelector('[role=dialog]')?.textContent?.includes('已由甲'));
  context.http.answer(boardContract.routes.add, { slotId: 'new', version: 1 });
  await press(of, texts.newcomer.goOn);
  await of.until(() => context.http.callsOf(boardContract.routes.add).length === 2);
  expect(context.http.callsOf(patientContract.routes.create)).toHaveLength(1);
  expect(context.http.callsOf(dialysisFileContract.routes.open)).toHaveLength(1);
});

it('whoever may not open files is told so, and sends nothing', async () => {
  const of = await opened('transient', BOARD_RIGHTS);
  await press(of, texts.newcomer.new);
  expect(said()).toBe(texts.newcomer.missing.mayOpen);
  expect((button(texts.newcomer.save) as HTMLButtonElement).disabled).toBe(true);
});

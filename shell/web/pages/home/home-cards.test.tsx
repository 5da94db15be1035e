import { createFakeWebContext, type FakeWebContext, type RenderedPage, renderElement } from '@nephra/plugin-sdk/testing';
import { ApiError } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { afterEach, describe, expect, it } from 'vitest';
import { type HomeCardView, homeContract, sessionContract } from '../../../contract/index.ts';
import { createFakeShell, fakeMenu, type FakeShell } from '../../layouts/testing/fake-shell.ts';
import { ShellProvider } from '../../shell-context.tsx';
import { HomeCards } from './home-cards.tsx';

const { cards } = homeContract.routes;
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  page = undefined;
});

const card = (id: string, over: Partial<HomeCardView> = {}): HomeCardView => ({
  id: `site.${id}`,
  title: `卡片${id}`,
  menu: 'his.desk',
  figures: [{ key: 'n', label: '待处理', unit: 'count', value: 3, yesterday: null, tone: 'wait' }],
  rows: [],
  failed: false,
  hidden: false,
  ...over,
});

const Stage = observer(function Stage({ fake, context }: { readonly fake: FakeShell; readonly context: FakeWebContext }) {
  return (
    <ShellProvider shell={{ ...fake.shell, http: context.http }}>
      <HomeCards />
    </ShellProvider>
  );
});

async function open(
  list: readonly HomeCardView[] | ApiError,
  context = createFakeWebContext(),
): Promise<RenderedPage & { readonly context: FakeWebContext; readonly fake: FakeShell }> {
  if (list instanceof ApiError) context.http.answer(cards, () => Promise.reject(list));
  else context.http.answer(cards, { list: [...list], at: 0 });
  context.http.answer(sessionContract.routes.saveColumnSettings, null);
  const fake = createFakeShell({ menus: [fakeMenu('his', '业务', [fakeMenu('his.desk', '收费')])] });
  page = await renderElement(<Stage fake={fake} context={context} />, { context });
  await page.settle();
  return Object.assign(page, { context, fake });
}
const titles = (one: RenderedPage): string[] => [...one.container.querySelectorAll('.nf-card h3')].map((head) => head.textContent ?? '');

describe('cards of the start page', () => {
  it('say what waits and what was yesterday, and open their page', async () => {
    const figures: HomeCardView['figures'] = [
      { key: 'money', label: '今日收款', unit: 'yuan', value: 1234.5, yesterday: 80, tone: '' },
      { key: 'bad', label: '过期批次', unit: 'count', value: 0, yesterday: null, tone: 'alarm' },
    ];
    const home = await open([card('a', { figures, rows: [{ key: 'p', text: '赵一', note: 'MZ0001', opens: null }] })]);
    expect(home.text()).toContain('¥1,234.50');
    expect(home.text()).toContain('昨日 ¥80.00');
    expect(home.text()).toContain('赵一');
    // Nothing is wrong, so nothing shines.
    expect([...home.container.querySelectorAll('.nf-figure')].map((figure) => figure.getAttribute('data-tone'))).toEqual(['', 'none']);
    await home.click(home.get('button', '卡片a'));
    expect(home.fake.log).toContain('go /his/desk');
    expect(home.context.http.callsOf(cards)).toHaveLength(1);
  });

  it('lead from a row to what it is about, where the person may open that; else it is only read', async () => {
    const rows: HomeCardView['rows'] = [
      { key: 'p1', text: '赵一', note: 'MZ0001', opens: { menu: 'his.patient', query: { patientId: 'p1' } } },
      { key: 'p2', text: '钱二', note: 'MZ0002', opens: null },
    ];
    const home = await open([card('a', { rows })]);
    await home.click(home.get('link', '赵一'));
    expect(home.context.record.places).toEqual(['/his/patient?patientId=p1']);
    expect(home.all('link')).toHaveLength(1);
    await home.unmount();
    const narrowed = await open([card('a', { rows })], createFakeWebContext({ grants: [] }));
    expect([narrowed.all('link').length, narrowed.text().includes('赵一')]).toEqual([0, true]);
  });

  it('are moved and put away by each person, by buttons, and kept', async () => {
    const home = await open([card('a'), card('b'), card('c')]);
    await home.click(home.get('button', '调整卡片'));
    expect((home.get('button', '“卡片a”前移') as HTMLButtonElement).disabled).toBe(true);
    await home.click(home.get('button', '“卡片c”前移'));
    await home.click(home.get('button', '收起“卡片a”'));
    expect(titles(home)).toEqual(['卡片c', '卡片b']);
    await home.click(home.get('button', '完成'));
    await home.settle();
    const [saved] = home.context.http.callsOf(sessionContract.routes.saveColumnSettings);
    expect(saved?.input.body).toMatchObject({ moduleId: 'shell.home' });
    const { fieldList } = (saved?.input.body ?? { fieldList: '[]' }) as { fieldList: string };
    expect(JSON.parse(fieldList)).toEqual([
      { prop: 'site.c', label: '卡片c', visible: true },
      { prop: 'site.b', label: '卡片b', visible: true },
      { prop: 'site.a', label: '卡片a', visible: false },
    ]);
    expect(home.context.http.callsOf(cards)).toHaveLength(2);
  });

  it('put away come back; a card that could not be read says so beside the others', async () => {
    const home = await open([card('a', { hidden: true }), card('b', { failed: true, figures: [] })]);
    expect(titles(home)).toEqual(['卡片b']);
    expect(home.text()).toContain('这张卡片暂时读不到数据');
    await home.click(home.get('button', '调整卡片'));
    await home.click(home.get('button', '显示“卡片a”'));
    expect(titles(home)).toEqual(['卡片a', '卡片b']);
  });

  it('that cannot be read at all leave a sentence and a way to try again', async () => {
    const home = await open(new ApiError({ code: 0, error: 'network', message: 'offline' }));
    expect(home.text()).toContain('今日数据暂时读不到');
    home.context.http.answer(cards, { list: [card('a')], at: 0 });
    await home.click(home.get('button', '重新读取'));
    await home.settle();
    expect(titles(home)).toEqual(['卡片a']);
  });
});

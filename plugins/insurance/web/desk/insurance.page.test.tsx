import { createFakeMenu, createFakeWebContext, type FakeWebOptions, type RenderedPage, renderPage } from '@nephra/plugin-sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { chargeContract } from '../../../charging/contract/index.ts';
import { connectionContract, exchangeContract, registerContract, settlementContract } from '../../contract/index.ts';
import texts from '../../locales/zh.json' with { type: 'json' };
import { analysis, lineState, pageOf, person, queueRow, registerInfo, settled, settlement, visit, ways } from '../insurance.fixture.ts';
import { Page } from './insurance.page.tsx';

const { routes: register } = registerContract;
const { routes: settle } = settlementContract;
let page: RenderedPage | undefined;
afterEach(async () => {
  await page?.unmount();
  expect(page?.context.live()).toEqual([]);
  page = undefined;
});

async function open(
  options: FakeWebOptions = {},
  prepare: (http: ReturnType<typeof createFakeWebContext>['http']) => void = () => undefined,
  query: Readonly<Record<string, string>> = {},
): Promise<RenderedPage> {
  const context = createFakeWebContext({ texts, ...options });
  const { http } = context;
  http.answer(connectionContract.routes.state, lineState());
  http.answer(chargeContract.routes.patientList, ({ query }: { query?: { insured?: string } }) =>
    pageOf([queueRow(), ...(query?.insured === '1' ? [] : [queueRow({ dpId: 'rx-9', patientId: 'pat-9', patientName: '自费者', reimWay: '0' })])]),
  );
  http.answer(chargeContract.routes.chargeWay, { list: ways });
  http.answer(register.registerInfo, registerInfo());
  http.answer(register.validByDpId, { valid: false, mdtrtId: '', visitId: null, reason: '' });
  http.answer(register.person, person());
  http.answer(register.analyse, analysis());
  http.answer(register.list, pageOf([visit()]));
  http.answer(settle.list, ({ query }: { query?: { begun?: string } }) => pageOf(query?.begun ? [] : [settled()]));
  http.answer(settle.record, settled());
  http.answer(settle.preSettle, settlement());
  http.answer(settle.settle, settled());
  http.answer(exchangeContract.routes.authInfo, {
    sysConfigInfo: {
      region: 'guangdong',
      paasid: 'SIM-GD',
      gatewayUrl: 'http://127.0.0.1:1/guangdong',
      fixmedins_code: 'H44SIM000001',
      fixmedins_name: '测试医院',
      mdtrtarea_admvs: '440100',
      recer_sys_code: '99',
      infver: 'V1.0',
      signedBy: 'server',
      simulated: true,
    },
  });
  prepare(http);
  page = await renderPage(Page, { context, menu: createFakeMenu({ enCode: 'his.insurance' }), query });
  return page;
}

describe('[7.3] settlement desk', () => {
  it('is worked through with Enter alone: person, visit, fees, payment, receipt', async () => {
    const { get, click, type, press, text, context, settle: rest, until } = await open();
    expect(text()).toContain('模拟环境 · 非真实医保结算');
    expect(text()).toContain('共 1 张待医保结算');
    expect(text()).not.toContain('自费者');
    await click(get('button', /赵一/));
    const number = await until(() => document.activeElement?.getAttribute('aria-label') === '凭证号码' && document.activeElement);
    await press(number, 'Enter');
    await rest();
    expect(text()).toContain('与档案一致');
    expect(text()).toContain('尿毒症透析');
    await click(get('button', '下一步：就诊与诊断'));
    await rest();
    expect(text()).toContain('终末期肾病 (N18.501)');
    expect(text()).toContain('事前审核没有发现问题');
    await click(get('button', '上传费用并预结算'));
    await rest();
    expect(text()).toContain('超限价');
    expect(text()).toContain('医保支付限价 400.00，单价 450.00');
    await click(get('button', '下一步：收款'));
    const tendered = get('textbox', '实收');
    expect(document.activeElement).toBe(tendered);
    await type(tendered, '100');
    expect(text()).toContain('¥26.00');
    await press(tendered, 'Enter');
    await rest();
    expect(context.http.callsOf(settle.settle)).toHaveLength(1);
    expect(text()).toContain('SFGZ2026030200001');
    await click(get('button', '打印医保费用明细'));
    expect(context.record.prints[0]?.title).toBe('测试医院医疗保险费用明细 SFGZ2026030200001');
    expect(context.record.prints[0]?.html).toContain('模拟环境 · 非真实医保结算');
    await press(get('button', '下一位'), 'Escape');
    expect(text()).toContain('请从左侧选择一张处方');
  });

  it('its head stands where it will stay before the state of the line is known', async () => {
    let told: (state: ReturnType<typeof lineState>) => void = () => undefined;
    const { text, settle: rest } = await open({}, (http) => http.answer(connectionContract.routes.state, () => new Promise((resolve) => (told = resolve))));
    expect(text()).toContain('正在查询医保接口状态');
    told(lineState());
    await rest();
    expect(text()).toContain('医保接口正常');
  });

  it('the line is not called fine while the platform owes an answer for ten seconds', async () => {
    let now = 1_700_000_000_000;
    const {
      get,
      find,
      click,
      text,
      until,
      settle: rest,
    } = await open({ now: () => now }, (http) => http.answer(register.person, () => new Promise<never>(() => undefined)));
    await click(get('button', /赵一/));
    const line = () => document.querySelector('.in-line');
    expect([line()?.getAttribute('data-line'), text().includes('医保接口正常')]).toEqual(['up', true]);
    await click(get('button', '读取参保信息'));
    await rest();
    expect(line()?.getAttribute('data-line')).toBe('up');
    now += 12_000;
    await until(() => line()?.getAttribute('data-line') === 'slow');
    expect(line()?.textContent).toContain('医保平台已 12 秒未应答');
    expect(line()?.textContent).not.toContain('正常');
    // Nobody has to wait: the server goes on by itself.
    await click(await until(() => find('button', '先办理下一位')));
    await until(() => text().includes('请从左侧选择一张处方'));
    expect(line()?.getAttribute('data-line')).toBe('up');
  });

  it('shows who the insurer means before anything goes on', async () => {
    const { get, click, text, settle: rest } = await open({}, (http) => http.answer(register.person, person({ psn_name: '赵二', sameAsFile: false })));
    await click(get('button', /赵一/));
    await click(get('button', '读取参保信息'));
    await rest();
    expect(text()).toContain('医保登记为“赵二”（1966-01-02），与本院档案“赵一”不一致');
    expect((get('button', '下一步：就诊与诊断') as HTMLButtonElement).disabled).toBe(true);
    await click(get('checkbox', '已核对证件，确为本人'));
    expect((get('button', '下一步：就诊与诊断') as HTMLButtonElement).disabled).toBe(false);
  });

  it('explains an amount on a click', async () => {
    const { get, click, text } = await open({}, (http) => {
      http.answer(settle.list, pageOf([settlement()]));
      http.answer(settle.record, settlement());
    });
    await click(get('button', /赵一已预结算/));
    await click(get('button', '查看金额说明：¥480.00'));
    expect(text()).toContain('本次结算的全部费用。等于基金支付、个人负担与医院负担之和。');
  });

  it('an unknown outcome forbids another press and leads to the cockpit; the banner is red', async () => {
    const {
      get,
      click,
      text,
      find,
      context,
      settle: rest,
    } = await open({}, (http) => {
      http.answer(settle.list, pageOf([settlement()]));
      http.answer(settle.record, settlement());
      http.answer(settle.settle, settlement({ state: 'unknown', problem: '平台没有答复' }));
    });
    await click(get('button', /赵一已预结算/));
    await click(get('button', '下一步：收款'));
    context.http.answer(connectionContract.routes.state, lineState({ doubtful: 1 }));
    await click(get('button', '确认结算'));
    await rest();
    expect(text()).toContain('请勿再次结算，也不要先收或退现金');
    expect(text()).toContain('有 1 笔医保结算结果未确定');
    expect(find('button', '确认结算')).toBeUndefined();
    await click(get('button', '下一位'));
    await click(get('button', '查看异常结算'));
    expect(context.record.places).toEqual(['/his/insurance/cockpit']);
  });

  it('cancels a settlement with a reason, once', async () => {
    const {
      get,
      all,
      click,
      type,
      press,
      text,
      context,
      settle: rest,
      until,
    } = await open({}, (http) => http.answer(settle.cancel, settled({ state: 'cancelled' })));
    await click(get('tab', '结算记录'));
    await rest();
    await click(get('button', '查看'));
    await until(() => text().includes('SIMS0001'));
    // Papers of other plugins come later: none of them takes the place of the button that cancels while a pointer is on its way to it.
    const [cancel, ...papers] = all('button').filter((one) => ['撤销结算', '打印医保费用明细'].includes(one.textContent ?? ''));
    expect([cancel, ...papers].map((one) => one?.textContent)).toEqual(['撤销结算', '打印医保费用明细']);
    await click(get('button', '撤销结算'));
    const reason = get('textbox', '原因');
    expect((get('button', '确认撤销') as HTMLButtonElement).disabled).toBe(true);
    await type(reason, '患者要求');
    await click(get('button', '确认撤销'));
    await rest();
    expect(context.http.callsOf(settle.cancel)[0]?.input).toEqual({ params: { id: 'st-1' }, body: { reason: '患者要求', version: 6 } });
    expect(text()).toContain('已撤销');
    await press(document.body, 'Escape');
  });

  it('whoever may not settle sees registrations and settlements only', async () => {
    const { find, text } = await open({ grants: ['his.insurance', 'his.insurance:btn_register'] });
    expect(find('tab', '结算')).toBeUndefined();
    expect(text()).toContain('SFGZ2026030200001');
  });
});

describe('links into and out of the settlement desk', () => {
  const toFile = '患者档案：赵一';

  it('a link opens its settlement among the others, and the address is free again', async () => {
    const { get, click, context, settle: rest } = await open({}, undefined, { settlementId: 'st-1' });
    await rest();
    expect(get('dialog', '医保结算').textContent).toContain('SIMS0001');
    expect(get('tab', '结算记录').getAttribute('aria-selected')).toBe('true');
    expect(context.http.callsOf(settle.record)[0]?.input.params).toEqual({ id: 'st-1' });
    expect(context.record.places).toEqual(['/his/insurance']);
    const inDrawer = () => document.querySelector(`[role="dialog"] a[aria-label="${toFile}"]`);
    await click(inDrawer() as Element);
    // The drawer would lie over the file.
    expect([context.record.places.at(-1), inDrawer()]).toEqual(['/his/patient?patientId=pat-1', null]);
  });

  it('one that cannot be shown is said in a sentence', async () => {
    const message = '找不到该结算单，可能不属于本机构，或其患者不在您的数据权限内。';
    const refuse = (http: ReturnType<typeof createFakeWebContext>['http']) =>
      http.refuse(settle.record, { error: 'insurance.settlement-not-found', code: 404, message });
    const { get, settle: rest } = await open({}, refuse, { settlementId: 'st-of-others' });
    await rest();
    expect(get('dialog', '医保结算').textContent).toContain(message);
  });

  it('the patient in hand leads to the file, the queue’s buttons do not; whoever may not open files reads the name', async () => {
    const { get, find, click, context } = await open();
    expect(find('link', toFile)).toBeUndefined();
    await click(get('button', /赵一男/));
    await click(get('link', toFile));
    expect(context.record.places).toEqual(['/his/patient?patientId=pat-1']);
    await page?.unmount();
    const other = await open({ grants: ['his.insurance', 'his.insurance:btn_settle'] });
    await other.click(other.get('button', /赵一男/));
    expect([other.find('link', toFile), other.text().includes('赵一')]).toEqual([undefined, true]);
  });
});

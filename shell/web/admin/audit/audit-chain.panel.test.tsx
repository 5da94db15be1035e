import { createFakeMenu, createFakeWebContext, renderElement } from '@nephra/plugin-sdk/testing';
import { expect, it } from 'vitest';
import { auditContract, type ChainState } from '../../../contract/index.ts';
import zh from '../../i18n/frame/zh.json' with { type: 'json' };
import { ChainPanel } from './audit-chain.panel.tsx';

const state = (over: Partial<ChainState> = {}): ChainState => ({
  running: false,
  checked: 12,
  total: 12,
  finishedAt: 1_795_000_000_000,
  broken: null,
  ...over,
});

it('the button that checks the log keeps the focus while the check runs, and starts no second one', async () => {
  const context = createFakeWebContext({ texts: zh });
  context.http.answer(auditContract.routes.chain, state());
  context.http.answer(auditContract.routes.verify, state({ running: true }));
  const page = await renderElement(<ChainPanel />, { context, menu: createFakeMenu({ enCode: 'system.audit' }) });
  const button = await page.until(() => page.find('button', '校验完整性'));
  button.focus();
  await page.click(button);
  await page.until(() => page.text().includes('正在校验'));
  await page.click(button);
  expect(context.http.callsOf(auditContract.routes.verify)).toHaveLength(1);
  expect(document.activeElement).toBe(button);
  expect(button.hasAttribute('disabled')).toBe(false);
  await page.unmount();
});

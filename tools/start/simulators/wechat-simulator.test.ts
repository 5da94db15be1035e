import { SIM_DING } from '../../sim/wechat/ding-account.ts';
import { expect, test } from 'vitest';
import { SIM_PUBLIC } from '../../sim/wechat/public-account.ts';
import { SIM_CORP } from '../../sim/wechat/work-account.ts';
import { buildDataSet } from '../../seed/data-set.mjs';
import { allowWechat, wechatPort } from './wechat-simulator.mjs';

test('the port is 5094 unless DEMO_WECHAT_PORT names another one; demo data leads there, with the account that the simulation knows', () => {
  expect(['', undefined, ' 5096 ', '0', 'abc', '70000'].map(wechatPort)).toEqual([5094, 5094, 5096, undefined, undefined, undefined]);
  const of = (options?: { wechatPort?: number }) => buildDataSet(undefined, options).wechat;
  expect(of()).toEqual({ address: 'http://127.0.0.1:5094', ding: SIM_DING, ...SIM_CORP, mp: SIM_PUBLIC });
  expect(of({ wechatPort: 5215 })).toMatchObject({ address: 'http://127.0.0.1:5215' });
  expect(allowWechat(5215, 'insurance=http://127.0.0.1:5214').OUTBOUND_ALLOW).toBe('insurance=http://127.0.0.1:5214,wechat=http://127.0.0.1:5215');
  expect([allowWechat(5094, 'https://gateway.example'), allowWechat(undefined)]).toEqual([{}, {}]);
});

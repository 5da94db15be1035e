import { describe, expect, it, test } from 'vitest';
import { baseAddress, siteOrigin } from './base-address.ts';
import { cutToBytes, workMessage } from './work-message.ts';

const content = {
  id: 'm-1',
  touser: 'SIM.nurse',
  agentId: 7,
  title: '结算存疑',
  hint: '请登录系统查看',
  button: '查看',
  siteAddress: 'https://his.example.cn',
};

describe('a message', () => {
  it('is a card with the title of its kind and a link behind the sign-in', () => {
    expect(workMessage(content)).toEqual({
      ...{ touser: 'SIM.nurse', agentid: 7, msgtype: 'textcard', enable_duplicate_check: 1, duplicate_check_interval: 1_800 },
      textcard: { title: '结算存疑', description: '请登录系统查看', url: 'https://his.example.cn/messageRecord?m=m-1', btntxt: '查看' },
    });
  });

  it('is the same for each try and another one for each message, with a link and without', () => {
    for (const siteAddress of ['', 'https://his.example.cn']) {
      const of = (id: string) => JSON.stringify(workMessage({ ...content, siteAddress, id }));
      expect(of('m-1')).toBe(of('m-1'));
      expect(of('m-1')).not.toBe(of('m-2'));
    }
    expect(workMessage({ ...content, siteAddress: '' }).text?.content).toBe('结算存疑\n请登录系统查看\n#m-1');
  });

  it('has a title of 128 bytes at most, cut at whole characters', () => {
    const title = workMessage({ ...content, title: '透'.repeat(100) }).textcard?.title ?? '';
    expect([title.length, Buffer.byteLength(title)]).toEqual([42, 126]);
    expect([cutToBytes('aé透😀', 6), cutToBytes('aé透😀', 10), cutToBytes('', 3)]).toEqual(['aé透', 'aé透😀', '']);
  });
});

test('addresses are web addresses without password, query and fragment; a site has no path', () => {
  expect(['https://qyapi.weixin.qq.com/', ' http://10.1.2.3:8080/relay/ ', 'HTTPS://A.example'].map(baseAddress)).toEqual([
    'https://qyapi.weixin.qq.com',
    'http://10.1.2.3:8080/relay',
    'https://a.example',
  ]);
  for (const text of ['', 'qyapi.weixin.qq.com', 'ftp://a', 'https://u:p@a', 'https://a/?x=1', 'https://a/#b', 'javascript:alert(1)', 'https://'])
    expect(baseAddress(text), text).toBeUndefined();
  expect(['https://his.example.cn/', 'https://his.example.cn:8443', 'https://his.example.cn/his'].map(siteOrigin)).toEqual([
    'https://his.example.cn',
    'https://his.example.cn:8443',
    undefined,
  ]);
});

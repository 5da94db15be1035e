import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dingFailureOf, isStaleDingToken } from './ding-errors.ts';
import { dingMessage, isKnownStill } from './ding-message.ts';

const content = {
  id: 'm1',
  userId: 'SIM01',
  agentId: '3000000001',
  title: '低库存',
  hint: '请登录系统查看详情。',
  button: '查看',
  siteAddress: 'https://his.example.cn',
};

describe('a message to DingTalk', () => {
  it('is a card with a link behind the sign-in, or a text where no address is known', () => {
    expect(dingMessage(content)).toEqual({
      ...{ agent_id: '3000000001', userid_list: 'SIM01' },
      msg: {
        msgtype: 'action_card',
        action_card: {
          ...{ title: '低库存', markdown: '### 低库存\n\n请登录系统查看详情。', single_title: '查看' },
          single_url: 'https://his.example.cn/messageRecord?m=m1',
        },
      },
    });
    expect(dingMessage({ ...content, siteAddress: '' }).msg).toEqual({ msgtype: 'text', text: { content: '低库存\n请登录系统查看详情。\n#m1' } });
  });

  it('makes nothing of a title but letters, and two messages are never the same', () => {
    const of = (title: string, id: string, siteAddress: string) => JSON.stringify(dingMessage({ ...content, title, id, siteAddress }).msg);
    const cardOf = (title: string): string => {
      const { msg } = dingMessage({ ...content, title });
      return msg.msgtype === 'action_card' ? msg.action_card.markdown : '';
    };
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (title) => {
        if (/\]\(|<\w/.test(cardOf(title).replace(/\\./gu, ''))) return false;
        return ['', content.siteAddress].every((address) => of(title, 'm1', address) !== of(title, 'm2', address));
      }),
    );
    expect(cardOf('[a](b) <i>')).toBe('### \\[a\\]\\(b\\) \\<i\\>\n\n请登录系统查看详情。');
  });

  it('is known again within 25 minutes of one day in China', () => {
    const at = (text: string) => Date.parse(text);
    expect(isKnownStill(at('2026-03-02T10:00:00+08:00'), at('2026-03-02T10:20:00+08:00'))).toBe(true);
    expect(isKnownStill(at('2026-03-02T10:00:00+08:00'), at('2026-03-02T10:25:00+08:00'))).toBe(false);
    expect(isKnownStill(at('2026-03-02T23:50:00+08:00'), at('2026-03-03T00:00:00+08:00'))).toBe(false);
    // Sent at the last moment it would arrive on the next day.
    expect(isKnownStill(at('2026-03-02T23:50:00+08:00'), at('2026-03-02T23:59:30+08:00'))).toBe(false);
  });
});

it('each code has a meaning; those of a token are asked again', () => {
  expect([0, 40089, 60020, 33012, 90018, 50004, 12345].map(dingFailureOf)).toEqual([undefined, 'secret', 'ip', 'nobody', 'limited', 'no-right', 'refused']);
  expect([40014, 42001, 88, 40089, 0].map(isStaleDingToken)).toEqual([true, true, true, false, false]);
});

import { describe, expect, it } from 'vitest';
import type { MessageInfo } from '../../contract/message.schema.ts';
import { flowAddress } from './flow-config.ts';
import { messageTarget, reminderOf } from './message-target.ts';

const FLOW = '{"enCode":"SIM.LEAVE","type":2}';
const STOCK = { menu: 'his.stock', query: { lotId: 'SIM.L1' } };

function leadsTo(opens: MessageInfo['opens'], bodyText: string, link: MessageInfo['link'] = null, mayOpen = true): string {
  const target = messageTarget({ opens, bodyText, link }, ({ menu, query }) => (mayOpen ? `/${menu}?${new URLSearchParams(query)}` : undefined));
  return target.kind === 'address' ? target.address : target.kind;
}

describe('what opening a message leads to', () => {
  it('[3-17] a notice is shown in the dialog, also one without words', () => {
    expect([leadsTo('dialog', '<p>停水</p>'), leadsTo('dialog', '')]).toEqual(['dialog', 'dialog']);
  });

  it('[3-17] anything else opens a workflow detail or its page', () => {
    expect([leadsTo('flow', FLOW), leadsTo('link', '<p>库存不足</p>', STOCK)]).toEqual([flowAddress(FLOW), '/his.stock?lotId=SIM.L1']);
  });

  it('[5-26] a message whose type is not 1 and that has no body opens nothing', () => {
    expect([leadsTo('nothing', ''), leadsTo('flow', ''), leadsTo('link', '', STOCK, false)]).toEqual(['nothing', 'nothing', 'nothing']);
  });

  it('a reminder opens the notice that it is about; another link to the message centre is none', () => {
    const links: MessageInfo['link'][] = [
      { menu: 'messageRecord', query: { notice: 'n7' } },
      { menu: 'messageRecord', query: {} },
      { menu: 'his.stock', query: { notice: 'n7' } },
      null,
    ];
    expect(links.map((link) => reminderOf({ link }))).toEqual(['n7', undefined, undefined, undefined]);
  });

  it('to whoever may not open the page its words are shown', () => expect(leadsTo('link', '<p>库存不足</p>', STOCK, false)).toBe('dialog'));
});

import { describe, expect, it } from 'vitest';
import { flowAddress } from './flow-config.ts';
import { messageTarget } from './message-target.ts';

const FLOW = '{"enCode":"SIM.LEAVE","type":2}';
const leadsTo = (type: number, bodyText: string, link = '') => {
  const target = messageTarget({ type, bodyText, link });
  return target.kind === 'address' ? target.address : target.kind;
};

describe('what opening a message leads to', () => {
  it('3-17: a notice is shown in the dialog, also one without words', () => {
    expect([leadsTo(1, '<p>停水</p>'), leadsTo(1, '')]).toEqual(['dialog', 'dialog']);
  });

  it('3-17: anything else opens a workflow detail', () => expect(leadsTo(2, FLOW)).toBe(flowAddress(FLOW)));

  it('5-26: a message whose type is not 1 and that has no body opens nothing', () => {
    expect([leadsTo(2, ''), leadsTo(3, '')]).toEqual(['nothing', 'nothing']);
  });

  it('a link goes before the body, and words without a link are shown', () => {
    expect([leadsTo(2, '', '/his/stock?lot=1'), leadsTo(2, FLOW, '/his/stock'), leadsTo(2, '库存不足')]).toEqual(['/his/stock?lot=1', '/his/stock', 'dialog']);
  });

  it.each(['https://SIM.example', '//SIM.example', '/\\SIM.example', 'javascript:alert(1)', 'his/stock'])('a link out of this product opens nothing: %s', (link) =>
    expect(leadsTo(2, '', link)).toBe('nothing'),
  );
});

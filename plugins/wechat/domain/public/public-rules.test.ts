import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MenuButton } from '../../contract/public/public-menu.contract.ts';
import { codeIn } from './bind-text.ts';
import { answerXml, readIncomingXml } from './incoming-xml.ts';
import { ruleFor } from './keyword-answer.ts';
import { bytesOf, menuChanges, menuFlaws, menuOfWire, menuToWire } from './menu-rules.ts';

const leaf = fc.record({
  fullName: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }),
  type: fc.constantFrom('click' as const, 'view' as const, 'media_id' as const),
  content: fc.stringMatching(/^[a-z]{1,10}$/),
  url: fc.webUrl(),
  appId: fc.constant(''),
  pagePath: fc.constant(''),
});
const button = fc.record({ leaf, children: fc.array(leaf, { maxLength: 5 }) }).map(({ leaf: one, children }): MenuButton => ({ ...one, children }));
const menu = fc.array(button, { maxLength: 3 });

describe('the menu of the public account', () => {
  it('comes back from the service as it went there, and is no change of itself', () => {
    fc.assert(
      fc.property(menu, (buttons) => {
        const wire = {
          selfmenu_info: { button: menuToWire(buttons).map((one) => ('sub_button' in one ? { ...one, sub_button: { list: one.sub_button } } : one)) },
        };
        expect(menuChanges(buttons, menuOfWire(JSON.parse(JSON.stringify(wire))))).toEqual([]);
      }),
    );
  });

  it('is refused exactly for what the service would refuse: names by bytes, addresses, empty words', () => {
    fc.assert(
      fc.property(menu, (buttons) => {
        const long = buttons.some((one) => bytesOf(one.fullName) > 16 || one.children.some(({ fullName }) => bytesOf(fullName) > 60));
        const blank = buttons.some((one) => one.fullName.trim() === '' || one.children.some(({ fullName }) => fullName.trim() === ''));
        expect(menuFlaws(buttons).length > 0).toBe(long || blank);
      }),
    );
  });
});

describe('what the service sends', () => {
  it('is read back as it was written, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        expect(readIncomingXml(answerXml({ to: 'a', from: 'b', seconds: 1, text }))?.get('Content')).toBe(text);
      }),
    );
  });

  it('is never more than texts by names: no text makes it throw, and hostile ones are none', () => {
    fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => void readIncomingXml(`<xml>${text}</xml>`)));
    const hostile = [
      '<!DOCTYPE x SYSTEM "file:///etc/passwd"><xml></xml>',
      '<xml a="1"></xml>',
      '<?xml version="1.0"?><xml></xml>',
      '<xml><!-- --></xml>',
      '<xml>&x;</xml>',
      '<xml></xml><xml></xml>',
    ];
    expect(hostile.map(readIncomingXml)).toEqual(hostile.map(() => undefined));
    expect(readIncomingXml('<xml><A>1</A><B><A>2</A></B><C>&lt;&amp;</C></xml>')).toEqual(
      new Map([
        ['A', '1'],
        ['B', ''],
        ['C', '<&'],
      ]),
    );
  });
});

it('a code is eight digits, however it is written; nothing else is one', () => {
  expect(['绑定 12345678', '綁定：1234-5678', '１２３４５６７８', ' 12345678 '].map(codeIn)).toEqual(['12345678', '12345678', '12345678', '12345678']);
  expect(['1234567', '123456789', '班次', '绑定', '绑定 1234567a'].map(codeIn)).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

it('the whole word answers before one that is held, in the given order; the default answers what nothing else does', () => {
  const rule = (id: string, over: object = {}) => ({
    ...{ id, kind: 'keyword' as const, match: 'contains' as const, keywords: ['班次'], sortCode: 1, enabledMark: 1 as const },
    ...over,
  });
  const rules = [
    rule('held'),
    rule('whole', { match: 'exact', sortCode: 9 }),
    rule('off', { enabledMark: 0, sortCode: 0 }),
    rule('else', { kind: 'default', keywords: [] }),
  ];
  expect(['班次', '请问班次', '别的', ' 班次 '].map((text) => ruleFor(rules, text)?.id)).toEqual(['held', 'held', 'else', 'held']);
  expect(ruleFor([rule('held', { keywords: ['班'] }), rule('whole', { match: 'exact', sortCode: 9 })], '班次')?.id).toBe('whole');
});

import { describe, expect, it } from 'vitest';
import { addressText, distinct, isMailAddress, readAddress, splitAddresses } from './address.ts';
import { answerReceivers, answerSubject, quoted } from './answer.ts';
import { readText } from './charset.ts';
import { oneLine, plainText, safeFileName } from './header-text.ts';
import { mailIdOf, readMailId } from './mail-id.ts';
import { type LetterPart, sortParts } from './parts.ts';
import { imapPlace, smtpPlace } from './server-address.ts';

describe('server addresses', () => {
  it('have a scheme of their kind, a host and a port', () => {
    expect(imapPlace(' imaps://Mail.example ')).toEqual({ scheme: 'imaps', host: 'Mail.example', port: 993 });
    expect(smtpPlace('smtp://10.1.2.3:2525/')).toEqual({ scheme: 'smtp', host: '10.1.2.3', port: 2525 });
    expect(imapPlace('imap://[fd12::1]')).toEqual({ scheme: 'imap', host: 'fd12::1', port: 143 });
    for (const wrong of [
      '',
      'mail.example',
      'smtp://mail.example',
      'imaps://u:p@mail.example',
      'imaps://mail.example:0',
      'imaps://mail.example:70000',
      'imaps://a/b',
    ])
      expect(imapPlace(wrong), wrong).toBeUndefined();
  });
});

describe('addresses', () => {
  it('are one address each, with or without a name', () => {
    expect(readAddress('林医生 <doctor@mail.example>')).toEqual({ name: '林医生', address: 'doctor@mail.example' });
    expect(readAddress(' a@b.example ')).toEqual({ name: '', address: 'a@b.example' });
    for (const wrong of [
      '',
      'a',
      'a@b',
      'a@b.example, c@d.example',
      'a@b.example\r\nBcc: c@d.example',
      '<a@b.example> x',
      'a..b@c.example',
      '.a@b.example',
      '@b.example',
    ])
      expect(readAddress(wrong), wrong).toBeUndefined();
    expect(isMailAddress(`${'a'.repeat(250)}@b.example`)).toBe(false);
    expect(readAddress('a\r\nBcc: c@d.example <a@b.example>')?.name ?? '').not.toMatch(/[\r\n]/);
  });

  it('are split as people type them, and each stands once', () => {
    expect(splitAddresses('a@b.example；c@d.example，\n e@f.example,')).toEqual(['a@b.example', 'c@d.example', 'e@f.example']);
    const [one, same] = [
      { name: 'A', address: 'a@b.example' },
      { name: '', address: 'A@B.example' },
    ];
    expect(distinct([one, same])).toEqual([one]);
    expect(distinct([one], ['A@b.example'])).toEqual([]);
    expect([addressText(one), addressText(same)]).toEqual(['A <a@b.example>', 'A@B.example']);
  });
});

describe("a foreign sender's words", () => {
  it('are one line without signs that turn or hide what follows', () => {
    expect(oneLine('a\u0000\u001b[31m\r\nb\u202ec\u2028d', 50)).toBe('a [31m b c d');
    expect(oneLine('x'.repeat(60), 10)).toBe(`${'x'.repeat(9)}…`);
    expect(plainText('a\r\nb\u0000\u202ec\td')).toBe('a\nbc\td');
  });

  it('are names of files without a path', () => {
    const named = (name: string) => safeFileName(name, 'file');
    expect([named('../../x'), named('C:\\a\\b.txt'), named('..'), named(''), named('a\u202egpj.exe'), named('a<b>:"c.pdf')]).toEqual([
      ...['x', 'b.txt', 'file', 'file', 'a gpj.exe', 'a_b_c.pdf'],
    ]);
    expect(named('x'.repeat(300)).length).toBe(120);
  });

  it('are read as they say, else as UTF-8, else as GB18030, and never fail', () => {
    const gbk = Uint8Array.from([0xc4, 0xfa, 0xba, 0xc3]);
    expect(['gbk', 'gb2312', 'utf-8', '', 'no-such-set'].map((set) => readText(gbk, set))).toEqual(Array(5).fill('您好'));
    expect(readText(Uint8Array.from([0xb1, 0x7a, 0xa6, 0x6e]), 'Big5')).toBe('您好');
    const utf8 = new TextEncoder().encode('您好');
    expect([readText(utf8, 'us-ascii'), readText(utf8.subarray(0, 5), 'utf-8', true)]).toEqual(['您好', '您']);
    expect(readText(Uint8Array.from([0x80, 0xff, 0x80]), 'utf-8').length).toBeGreaterThan(0);
  });
});

it('a letter is named by folder, life and number, whatever the folder is called', () => {
  const place = { folder: '院内/通知 & more', uidValidity: '1700000000', uid: 42 };
  expect(mailIdOf(place)).toMatch(/^[A-Za-z0-9_.-]+$/);
  expect(readMailId(mailIdOf(place))).toEqual(place);
  for (const wrong of ['', 'a', 'a.b.c', 'SU5CT1g.1.0', 'SU5CT1g.1.4294967296', '_w.1.1', '../x.1.1']) expect(readMailId(wrong), wrong).toBeUndefined();
});

describe('parts of a letter', () => {
  const part = (over: Partial<LetterPart>): LetterPart => ({
    ...{ id: '1', type: 'text/plain', charset: '', encoding: '', size: 1, name: '', disposition: '', contentId: '', alternative: false },
    ...over,
  });
  it('are text, HTML, pictures of the HTML, and what hangs on it', () => {
    const sorted = sortParts([
      part({ id: '1', alternative: true }),
      part({ id: '2', type: 'text/html', alternative: true }),
      part({ id: '3', type: 'image/png', contentId: 'a', disposition: 'inline' }),
      part({ id: '4', type: 'image/svg+xml', contentId: 'b' }),
      part({ id: '5', type: 'text/plain', name: 'x.txt', disposition: 'attachment' }),
      part({ id: '6', type: 'text/calendar', alternative: true }),
    ]);
    expect([sorted.text?.id, sorted.html?.id]).toEqual(['1', '2']);
    expect(sorted.pictures.map(({ id }) => id)).toEqual(['3']);
    // SVG acts: it is saved, never shown.
    expect(sorted.attachments.map(({ id }) => id)).toEqual(['4', '5']);
  });
});

describe('answers', () => {
  const at = (address: string) => ({ name: '', address });
  const letter = {
    ...{ subject: 'Re: 回复：Fwd: 保养', from: at('a@x.example'), replyTo: [at('r@x.example')] },
    ...{ receivers: [at('me@x.example'), at('b@x.example')], copies: [at('c@x.example'), at('B@x.example')] },
  };
  it('begin once, go to who asked for them, and to everybody else but oneself', () => {
    expect([answerSubject('reply', letter.subject), answerSubject('forward', letter.subject)]).toEqual(['Re: 保养', 'Fwd: 保养']);
    expect(answerReceivers('reply', letter, 'me@x.example')).toEqual({ to: [at('r@x.example')], cc: [] });
    expect(answerReceivers('replyAll', letter, 'Me@x.example')).toEqual({ to: [at('r@x.example')], cc: [at('b@x.example'), at('c@x.example')] });
    expect(answerReceivers('forward', letter, 'me@x.example')).toEqual({ to: [], cc: [] });
    const own = { ...letter, from: at('me@x.example') };
    expect(answerReceivers('reply', own, 'me@x.example').to).toEqual(letter.receivers);
  });
  it('quote what they answer, cut to what a letter may have', () => {
    expect(quoted('head', 'a\n> b\n', 100)).toBe('\n\nhead\n> a\n>> b');
    expect(quoted('head', 'x'.repeat(100), 20)).toHaveLength(20);
  });
});

import { MAIL_ADDRESSES, MAIL_DOMAIN, MAIL_PASSWORD } from '../../../seed/systems/mail.mjs';
import type { Account } from '../store.ts';
import { folderName } from '../store.ts';

/** Mailboxes of the demo's staff with their passwords. */
export const LETTER_ACCOUNTS: Readonly<Record<string, string>> = Object.fromEntries(MAIL_ADDRESSES.map((address) => [address, MAIL_PASSWORD]));

const HOUR_MS = 3_600_000;

export const word = (text: string): string => `=?utf-8?B?${Buffer.from(text, 'utf8').toString('base64')}?=`;
const base64 = (content: Buffer | string): string =>
  (Buffer.isBuffer(content) ? content : Buffer.from(content, 'utf8')).toString('base64').replace(/.{76}/g, '$&\r\n');

/** A red and white picture of two by two dots. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR42mP8z8Dwn4GBgYGJAQoAHxcCAr7zuZYAAAAASUVORK5CYII=';

interface Letter {
  readonly from: readonly [name: string, address: string];
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly picture?: string;
  readonly attachment?: readonly [name: string, type: string, content: string];
}

/** A message as a mail client writes it. */
export function letter({ from, subject, text, html, picture, attachment }: Letter, to: string, sent: Date, id: string): string {
  const body = [
    ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: base64', '', base64(text)].join('\r\n'),
    ...(html === undefined ? [] : [['Content-Type: text/html; charset=utf-8', 'Content-Transfer-Encoding: base64', '', base64(html)].join('\r\n')]),
  ];
  const wrap = (kind: string, parts: readonly string[]): string =>
    parts.length === 1
      ? (parts[0] ?? '')
      : [`Content-Type: multipart/${kind}; boundary="sim-${kind}"`, '', ...parts.map((part) => `--sim-${kind}\r\n${part}`), `--sim-${kind}--`, ''].join('\r\n');
  const related = picture
    ? wrap('related', [
        wrap('alternative', body),
        ['Content-Type: image/png', 'Content-Transfer-Encoding: base64', `Content-ID: <${picture}>`, 'Content-Disposition: inline', '', PICTURE].join('\r\n'),
      ])
    : wrap('alternative', body);
  const whole = attachment
    ? wrap('mixed', [
        related,
        [
          `Content-Type: ${attachment[1]}`,
          'Content-Transfer-Encoding: base64',
          `Content-Disposition: attachment; filename="${word(attachment[0])}"`,
          '',
          base64(attachment[2]),
        ].join('\r\n'),
      ])
    : related;
  return [
    `From: ${word(from[0])} <${from[1]}>`,
    `To: <${to}>`,
    `Subject: ${word(subject)}`,
    `Date: ${sent.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <SIM-${id}@${MAIL_DOMAIN}>`,
    'MIME-Version: 1.0',
    whole,
  ].join('\r\n');
}

const INBOX: readonly Letter[] = [
  {
    from: ['SIM 水处理设备公司', 'service@sim-water.example'],
    subject: '透析用水设备季度保养安排',
    text: '您好：\n\n贵中心的反渗透机组季度保养定于下周三 13:00，预计两小时，期间请避开上机。\n\n附件为保养项目表。\n\nSIM 水处理设备公司',
    attachment: ['保养项目表.csv', 'text/csv', '项目,周期\nSIM 滤芯更换,季度\nSIM 消毒,月度\n'],
  },
  {
    from: ['SIM 血液净化学会', 'news@sim-society.example'],
    subject: '血管通路护理研讨会邀请',
    text: '诚邀参加血管通路护理研讨会。地点：SIM 会议中心。',
    html: `<h2 style="color:#0a6a5f">血管通路护理研讨会</h2><p>诚邀您参加，地点：<b>SIM 会议中心</b>。</p><p><img src="cid:sim-logo" width="48" height="48" alt="会标"></p><p><img src="https://sim-society.example/banner.png?reader=1" alt="横幅"></p><p><a href="https://sim-society.example/join">报名</a></p>`,
    picture: 'sim-logo',
  },
  {
    from: ['SIM 护理部', `nurse@${MAIL_DOMAIN}`],
    subject: '本周护理质控会议纪要',
    text: '各位：\n\n本周质控会议纪要如下：\n1. 手卫生依从率 96%，继续抽查。\n2. 穿刺口渗血上报流程不变。\n\n请知悉。',
  },
  {
    from: ['SIM 药剂科', `pharmacist@${MAIL_DOMAIN}`],
    subject: '关于司维拉姆到货时间的说明',
    text: '司维拉姆预计周五到货，周五前请优先保证已开处方。',
  },
];

/** Made-up letters for everybody. @param now the newest came an hour before */
export function fillLetters(account: (name: string) => Account, now: Date): void {
  for (const name of Object.keys(LETTER_ACCOUNTS)) {
    const box = account(name);
    for (let at = 0; at < 30; at += 1) {
      const sent = new Date(now.getTime() - (200 - at) * HOUR_MS);
      const one: Letter = {
        from: ['SIM 院内通知', `notice@${MAIL_DOMAIN}`],
        subject: `SIM 通知第 ${at + 1} 期`,
        text: `这是虚构的第 ${at + 1} 期院内通知，用于演示翻页与搜索。`,
      };
      box.add(folderName('院内通知'), letter(one, name, sent, `notice-${at + 1}-${name.split('@')[0]}`), ['\\Seen'], sent);
    }
    for (const [at, one] of [...INBOX].reverse().entries()) {
      const sent = new Date(now.getTime() - (INBOX.length - at) * 5 * HOUR_MS + 4 * HOUR_MS);
      box.add('INBOX', letter(one, name, sent, `inbox-${at}-${name.split('@')[0]}`), at < 2 ? ['\\Seen'] : [], sent);
    }
  }
}

import type { MessageInfo, MessageRow } from '../contract/message.schema.ts';
import type { NoticeRow } from '../contract/notice.contract.ts';

const TIME = Date.parse('2026-03-02T09:30:00+08:00');

export const messageRow = (n: number, over: Partial<MessageRow> = {}): MessageRow => ({
  id: `n${n}`,
  title: `SIM 通知 ${n}`,
  type: 1,
  creatorUser: '王主任',
  lastModifyTime: TIME - n * 60_000,
  userId: 'u1',
  urgency: 'normal',
  pinned: 0,
  mustRead: 0,
  receiptTime: null,
  validUntil: null,
  isRead: '0',
  hasFiles: 0,
  ...over,
});

export const messageInfo = (n: number, over: Partial<MessageInfo> = {}): MessageInfo => {
  const { isRead: _isRead, hasFiles: _hasFiles, ...row } = messageRow(n);
  return { ...row, bodyText: `<p>SIM 正文 ${n}</p>`, files: '', link: null, opens: 'dialog', ...over };
};

/** A page of `total` messages, as the server answers it. */
export function messagePage(total: number, { currentPage = 1, pageSize = 20 }: { readonly currentPage?: number; readonly pageSize?: number }) {
  const from = (currentPage - 1) * pageSize;
  const list = Array.from({ length: Math.max(0, Math.min(pageSize, total - from)) }, (_, at) => messageRow(from + at + 1));
  return { list, pagination: { currentPage, pageIndex: currentPage, pageSize, total }, asOf: '1:2:' };
}

export const noticeRow = (n: number, over: Partial<NoticeRow> = {}): NoticeRow => ({
  id: `n${n}`,
  title: `SIM 公告 ${n}`,
  type: 1,
  creatorUser: '王主任',
  creatorTime: TIME,
  lastModifyTime: TIME,
  enabledMark: 0,
  urgency: 'normal',
  pinned: 0,
  mustRead: 0,
  validUntil: null,
  releaseTime: null,
  version: 1,
  ...over,
});

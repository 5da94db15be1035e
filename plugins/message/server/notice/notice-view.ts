import { deltaToHtml, instantToWire } from '@nephra/plugin-sdk/server';
import { NoticeState } from '../../contract/message-limits.ts';
import type { NoticeInfo, NoticeRow } from '../../contract/notice.contract.ts';
import type { ItemStored } from '../tables/item.table.ts';
import type { Ctx } from '../tables/tables.ts';
import { filesText } from '../reader/item-view.ts';
import { targetsOf } from '../targets/write-targets.ts';
import { namedReceivers } from './receivers.ts';

type ListedItem = Pick<
  ItemStored,
  'id' | 'title' | 'type' | 'creatorUser' | 'createdAt' | 'updatedAt' | 'state' | 'urgency' | 'pinned' | 'mustRead' | 'validUntil' | 'releasedAt' | 'version'
>;

export const noticeRowOf = (item: ListedItem): NoticeRow => ({
  ...{ id: item.id, title: item.title, type: item.type, creatorUser: item.creatorUser, creatorTime: item.createdAt.getTime() },
  ...{ lastModifyTime: item.updatedAt.getTime(), enabledMark: NoticeState[item.state], urgency: item.urgency, pinned: item.pinned ? 1 : 0 },
  ...{ mustRead: item.mustRead ? 1 : 0, validUntil: instantToWire(item.validUntil), releaseTime: instantToWire(item.releasedAt), version: item.version },
});

/** A notice as its writers edit it. */
export async function noticeInfoOf(ctx: Ctx, item: ItemStored): Promise<NoticeInfo> {
  const receivers = await namedReceivers(ctx, await targetsOf(ctx, item.id));
  const content = item.content ?? { ops: [] };
  const toUserIds = receivers.filter(({ kind }) => kind === 'user').map(({ id }) => id);
  return { ...noticeRowOf(item), bodyText: deltaToHtml(content), content, toUserIds: toUserIds.join(','), receivers, files: filesText(item.files) };
}

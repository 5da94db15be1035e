import { searchGrams } from '@nephra/plugin-sdk/server';
import { pairOf } from '../domain/peer.ts';
import { conversationTable, memberTable } from './tables/conversation.table.ts';
import { messageTable } from './tables/message.table.ts';
import type { WorkCtx } from './tables/tables.ts';

/** Where the demo's staff work; all in the same centre. */
const ORG = 'org-gz';
const MINUTE_MS = 60_000;

interface Talk {
  readonly id: string;
  /** Name of a group; empty: two people. */
  readonly fullName: string;
  readonly people: readonly string[];
  /** How many of the last are unread by everybody but their sender. */
  readonly unread: number;
  readonly lines: readonly (readonly [sender: string, text: string])[];
}

/** Made-up people and matters. */
const TALKS: readonly Talk[] = [
  {
    id: 'SIM-chat-doctor-nurse',
    fullName: '',
    people: ['user-doctor', 'user-nurse'],
    unread: 1,
    lines: [
      ['user-doctor', 'A03 床今天的干体重请再称一次，谢谢 [微笑]'],
      ['user-nurse', '好的，下机后称完告诉您。'],
      ['user-nurse', '已称：58.6 kg，比上次少 0.3 kg。'],
    ],
  },
  {
    id: 'SIM-chat-doctor-pharmacist',
    fullName: '',
    people: ['user-doctor', 'user-pharmacist'],
    unread: 2,
    lines: [
      ['user-pharmacist', '碳酸司维拉姆片库存只够两天，新货周五到。'],
      ['user-pharmacist', '周五之前请先开碳酸镧。'],
    ],
  },
  {
    id: 'SIM-chat-morning',
    fullName: 'SIM 透析 A 区早班',
    people: ['user-nurse', 'user-doctor', 'user-pharmacist', 'user-cashier'],
    unread: 1,
    lines: [
      ['user-nurse', '早班交接：A 区 12 位，全部上机。'],
      ['user-doctor', '收到。A07 抗凝减量，医嘱已改。'],
      ['user-cashier', '今天医保专线 12:00 至 12:30 维护，请错开结算。'],
    ],
  },
];

/** Some conversations for the demo system. */
export async function fillDemo(_data: unknown, ctx: WorkCtx): Promise<void> {
  const end = ctx.clock.now().getTime();
  for (const { id, fullName, people, unread, lines } of TALKS) {
    const [first = '', second = ''] = people;
    const isGroup = fullName !== '';
    const pair = isGroup ? { lowId: id, highId: '' } : pairOf(first, second);
    const at = (line: number): Date => new Date(end - (lines.length - line) * 7 * MINUTE_MS);
    await conversationTable.insertAll({ db: ctx.db }, [
      {
        ...{ id, kind: isGroup ? 'group' : 'person', ...pair, fullName, ownerId: isGroup ? first : '', lastSeq: lines.length },
        ...{ lastAt: at(lines.length - 1), createdAt: at(0), endedAt: null },
      },
    ]);
    const seen = lines.length - unread;
    await memberTable.insertAll(
      { db: ctx.db },
      people.map((userId) => ({ conversationId: id, userId, fromSeq: 0, readSeq: seen, joinedAt: at(0), leftAt: null })),
    );
    await messageTable.insertAll(
      { db: ctx.db },
      lines.map(([senderId, content], line) => ({
        ...{ id: `${id}-${line + 1}`, conversationId: id, seq: line + 1, senderId, orgId: ORG, kind: 'text' as const, content, fileId: '', clientId: '' },
        ...{ sentAt: at(line), readAt: !isGroup && line < seen ? at(line + 1) : null, searchGrams: searchGrams(content) },
      })),
    );
  }
}

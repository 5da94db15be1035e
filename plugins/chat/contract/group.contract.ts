import { defineContract, del, get, listOf, post, put, type Static, Type } from '@nephra/plugin-sdk/contract';
import { MAX_GROUP_MEMBERS, MAX_GROUP_NAME } from './limits.ts';

const id = Type.String({ minLength: 1, maxLength: 64 });
const params = Type.Object({ id });
const fullName = Type.String({ minLength: 1, maxLength: MAX_GROUP_NAME });
const userIds = Type.Array(id, { minItems: 1, maxItems: MAX_GROUP_MEMBERS });

/** A group as its people see it. Its id stands here without prefix; on the wire of messages it is `group-<id>`. */
export const chatGroup = Type.Object({
  id: Type.String(),
  fullName: Type.String(),
  /** Who looks after it: renames it, takes people out. */
  ownerId: Type.String(),
  ownerName: Type.String(),
  memberCount: Type.Integer(),
  creatorTime: Type.Integer(),
});
export type ChatGroup = Static<typeof chatGroup>;

export const groupMember = Type.Object({
  id: Type.String(),
  account: Type.String(),
  realName: Type.String(),
  headIcon: Type.String(),
  /** 1: looks after the group. */
  isOwner: Type.Integer(),
  /** False: account out of use. */
  open: Type.Boolean(),
  joinTime: Type.Integer(),
  /** The newest message that this person has read. */
  readSeq: Type.Integer(),
});
export type GroupMember = Static<typeof groupMember>;

/**
 * Groups of people (a ward, a shift), ours. Who is added reads what is written from then on; who leaves or is taken out reads nothing of it any more. A group that one is not in
 * is answered like one that does not exist (`chat.group-unknown`).
 */
export const groupContract = defineContract('chat-group', {
  list: get('/api/chat/Groups', { summary: 'Groups that one is in, by name', need: 'session', audit: 'none', reply: listOf(chatGroup) }),
  one: get('/api/chat/Groups/{id}', {
    summary: 'A group and who is in it, the owner first',
    need: 'session',
    audit: 'none',
    params,
    reply: Type.Object({ ...chatGroup.properties, members: Type.Array(groupMember) }),
  }),
  /** Refusals: `chat.person-unknown`, `chat.too-many-groups`, `chat.group-full`. */
  create: post('/api/chat/Groups', {
    summary: 'Make a group of oneself and others',
    need: 'session',
    audit: 'write',
    retry: 'idempotent-key',
    body: Type.Object({ fullName, userIds }),
    reply: chatGroup,
  }),
  /** Its owner alone (`chat.group-owner-only`). */
  rename: put('/api/chat/Groups/{id}', {
    summary: 'Rename a group',
    need: 'session',
    audit: 'write',
    retry: 'natural',
    params,
    body: Type.Object({ fullName }),
    reply: chatGroup,
  }),
  /** Everybody in it, people whom they may write to. Who is in it already stays as they are. */
  addMembers: post('/api/chat/Groups/{id}/Members', {
    summary: 'Add people to a group',
    need: 'session',
    audit: 'write',
    retry: 'natural',
    params,
    body: Type.Object({ userIds }),
    reply: chatGroup,
  }),
  /** Its owner alone, and not themselves: who goes leaves. */
  removeMember: del('/api/chat/Groups/{id}/Members/{userId}', {
    summary: 'Take somebody out of a group',
    need: 'session',
    audit: 'write',
    retry: 'natural',
    params: Type.Object({ id, userId: id }),
    reply: chatGroup,
  }),
  /** To somebody in it (`chat.not-in-group`). */
  handOver: put('/api/chat/Groups/{id}/Owner', {
    summary: 'Let somebody else look after a group',
    need: 'session',
    audit: 'write',
    retry: 'natural',
    params,
    body: Type.Object({ userId: id }),
    reply: chatGroup,
  }),
  /** Whoever has been in it longest looks after it then. With nobody in it, it is over. Left already: nothing happens. */
  leave: post('/api/chat/Groups/{id}/Actions/Leave', {
    summary: 'Leave a group',
    need: 'session',
    audit: 'write',
    retry: 'natural',
    params,
    reply: Type.Null(),
  }),
});

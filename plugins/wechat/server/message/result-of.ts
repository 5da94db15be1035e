import type { ChannelResult } from '@nephra/plugin-sdk/server';
import type { WechatError, WechatFailure } from '../gateway/wechat-error.ts';

/** Reasons of the outbox, and whether nothing gets through at the moment. What is not named here waits and is tried again. */
const REASONS: Readonly<Partial<Record<WechatFailure, readonly [reason: string, kind: 'down' | 'later' | 'refused']>>> = {
  app: ['auth', 'down'],
  template: ['no-template', 'down'],
  'too-late': ['not-wanted', 'refused'],
  'not-wanted': ['not-wanted', 'refused'],
  content: ['refused', 'refused'],
  off: ['not-set-up', 'down'],
  'not-listed': ['not-listed', 'down'],
  unreachable: ['unreachable', 'down'],
  corp: ['auth', 'down'],
  secret: ['auth', 'down'],
  token: ['auth', 'down'],
  agent: ['auth', 'down'],
  ip: ['forbidden', 'down'],
  'no-right': ['auth', 'down'],
  limited: ['limited', 'down'],
  busy: ['limited', 'later'],
  nobody: ['bad-address', 'refused'],
  refused: ['refused', 'refused'],
};

/** What a failure means for a message. */
export function resultOf(error: WechatError): ChannelResult {
  const said = error.errcode === 0 ? error.said : `${error.errcode} ${error.said}`;
  if (error.doubtful) return { outcome: 'doubtful', reason: 'no-answer', said };
  const [reason, kind] = REASONS[error.failure] ?? ['refused', 'later'];
  if (kind === 'refused') return { outcome: 'refused', reason, said };
  return { outcome: 'later', reason, said, ...(kind === 'down' && { channelDown: true }) };
}

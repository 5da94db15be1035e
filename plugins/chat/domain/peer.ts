import { GROUP_PREFIX } from '../contract/limits.ts';

/** Whom a conversation is with, as one of its people names it. */
export interface Sides {
  readonly kind: 'person' | 'group';
  readonly lowId: string;
  readonly highId: string;
}

/** Two people in the order in which their conversation names them, whoever of them began it. */
export const pairOf = (one: string, other: string): { readonly lowId: string; readonly highId: string } =>
  one < other ? { lowId: one, highId: other } : { lowId: other, highId: one };

/** The other side on the wire: a person's id, or the group with its prefix. */
export const peerOf = ({ kind, lowId, highId }: Sides, viewerId: string): string =>
  kind === 'group' ? `${GROUP_PREFIX}${lowId}` : lowId === viewerId ? highId : lowId;

/** Whom a message went to: its sender's other side. */
export const receiverOf = peerOf;

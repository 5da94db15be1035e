import { canonicalJson } from '../../contract/index.ts';
import type { Verdict } from './outcome.ts';

/** A file has no members that JSON would show. */
const readable = (value: unknown): unknown => {
  if (value instanceof File) return { file: value.name, size: value.size, type: value.type, changed: value.lastModified };
  if (value instanceof Blob) return { size: value.size, type: value.type };
  if (value instanceof FormData) return [...value].map(([name, part]) => [name, readable(part)]);
  if (Array.isArray(value)) return value.map(readable);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, readable(member)]));
};

/** Equal content, whatever the order of its members, gives equal text. */
export const contentText = (content: unknown): string => canonicalJson(readable(content));

/** One sending: what went out, and under which key. */
export interface Sending {
  readonly text: string;
  readonly key: string;
}

/**
 * Which key goes with which content. A content whose outcome nobody knows keeps its key until a sending of it is settled, also when other content was
 * sent in between; no two contents ever share a key.
 */
export class KeyRing {
  private readonly newKey: () => string;
  private readonly unsettled = new Map<string, string>();
  private last: Sending | null = null;

  constructor(newKey: () => string) {
    this.newKey = newKey;
  }

  /** The sending for this content. */
  take(text: string): Sending {
    const kept = this.unsettled.get(text) ?? (this.last?.text === text ? this.last.key : undefined);
    this.last = { text, key: kept ?? this.newKey() };
    return this.last;
  }

  /** An earlier sending of this content, under the key that it would get, ended without anybody knowing how. */
  isUnsettled(text: string): boolean {
    return this.unsettled.has(text);
  }

  /** Something that was sent may have been stored, and nobody knows. */
  get hasUnsettled(): boolean {
    return this.unsettled.size > 0;
  }

  done({ text }: Sending): void {
    this.release(text);
  }

  failed({ text, key }: Sending, verdict: Verdict): void {
    if (verdict.state === 'unknown') this.unsettled.set(text, key);
    else if (verdict.key === 'renew') this.release(text);
  }

  clear(): void {
    this.unsettled.clear();
    this.last = null;
  }

  private release(text: string): void {
    this.unsettled.delete(text);
    if (this.last?.text === text) this.last = null;
  }
}

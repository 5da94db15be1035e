import { MessageType } from '../../contract/message-limits.ts';
import type { MessageLink, Opening } from '../../contract/message.schema.ts';

/** The configuration of a workflow message: JSON that names a flow and a task (wire facts 4). */
export function isFlowConfig(text: string): boolean {
  if (!text.startsWith('{')) return false;
  try {
    const config = JSON.parse(text) as { readonly flowId?: unknown; readonly processId?: unknown; readonly enCode?: unknown };
    return typeof config.flowId === 'string' && (typeof config.processId === 'string' || typeof config.enCode === 'string');
  } catch {
    return false;
  }
}

/** What opens when a message is chosen: notices show themselves; others lead to their record, and without text and link nowhere. */
export function openingOf({ type, bodyText, link }: { readonly type: number; readonly bodyText: string; readonly link: MessageLink | null }): Opening {
  if (type === MessageType.notice) return 'dialog';
  if (link) return 'link';
  if (bodyText === '') return 'nothing';
  return isFlowConfig(bodyText) ? 'flow' : 'dialog';
}

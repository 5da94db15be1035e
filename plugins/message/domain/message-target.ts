import { flowAddress, isFlowBody } from './flow-config.ts';

/** What opening a message leads to: its dialog, an address of this product, or nothing. */
export type MessageTarget = { readonly kind: 'dialog' } | { readonly kind: 'address'; readonly address: string } | { readonly kind: 'nothing' };

/** An address within this product; `//host` would lead out of it. */
export const isOwnAddress = (link: string): boolean => /^\/(?![/\\])/.test(link);

/**
 * A notice (type 1) is shown in the dialog. Anything else opens its link, or the workflow that its body names; words without a link are shown,
 * and without a body nothing opens (spec 3-17, 5-26).
 */
export function messageTarget({ type, bodyText, link }: { readonly type: number; readonly bodyText: string; readonly link: string }): MessageTarget {
  if (type === 1) return { kind: 'dialog' };
  if (isOwnAddress(link)) return { kind: 'address', address: link };
  if (bodyText === '') return { kind: 'nothing' };
  return isFlowBody(bodyText) ? { kind: 'address', address: flowAddress(bodyText) } : { kind: 'dialog' };
}

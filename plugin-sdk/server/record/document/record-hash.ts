import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../contract/index.ts';
import type { AnyRecord } from '../../../contract/record/index.ts';

interface Member {
  readonly name: string;
  readonly cells?: readonly Member[];
}
type Placed = Readonly<Record<string, { readonly at: string }>>;

/**
 * SHA-256 of a description, as 64 hexadecimal digits: two records have the same one when nothing but the order of members and the keys of order (`at`)
 * differs between their documents. Where fields stand among each other counts.
 */
export function recordHash({ document, fields, shown, blocks }: Pick<AnyRecord, 'document' | 'fields' | 'shown' | 'blocks'>): string {
  const inOrder = (members: readonly Member[], documents: Placed = {}): object[] =>
    members.map(({ name, cells }) => {
      const { at: _, ...rest } = documents[name] ?? {};
      return { name, ...rest, ...(cells && { fields: inOrder(cells, (rest as { readonly fields?: Placed }).fields) }) };
    });
  const { form } = document;
  const content = {
    ...document,
    fields: inOrder(fields, document.fields),
    shown: document.shown && inOrder(shown, document.shown),
    ...(form && { form: { ...form, ...(form.blocks && { blocks: inOrder(blocks, form.blocks) }) } }),
  };
  return createHash('sha256').update(canonicalJson(content)).digest('hex');
}

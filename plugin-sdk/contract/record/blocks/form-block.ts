import { inLanguages } from '../../menu/menu.ts';
import { placeOf } from '../place-of.ts';
import type { FormBlockDocument, RecordDocument } from '../record-document.ts';

type Words = readonly [zh: string, zhtw: string, en: string];

/** Acts of one row that a button in its form can run; `btn_…` of `buttons` besides. */
export const blockActs = ['state', 'remove'] as const;
export type BlockAct = (typeof blockActs)[number] | `btn_${string}`;

/** A fixed text between the fields of a form: how to fill it in, what a declaration says. Line breaks are kept. */
export interface TextBlockSpec<Name extends string> {
  readonly text: Words;
  readonly strong?: true;
  /** Field that it stands before. Default: below all. */
  readonly before?: Name;
}

/** A button between the fields of a form that runs a declared act of the row. It is there where a row is edited, for whoever holds the code of that act. */
export interface ButtonBlockSpec<Name extends string> {
  /** `state`, `remove`, or one of `buttons` for which the page has a row action. */
  readonly act: BlockAct;
  /** Its words. Default: those of the act. */
  readonly label?: Words;
  readonly before?: Name;
}

export type BlockSpec<Name extends string> = TextBlockSpec<Name> | ButtonBlockSpec<Name>;

/** As the document keeps it, in the order of writing. */
export const blockDocuments = (blocks: Readonly<Record<string, BlockSpec<string>>>): NonNullable<NonNullable<RecordDocument['form']>['blocks']> =>
  Object.fromEntries(
    Object.entries(blocks).map(([name, block], index): [string, FormBlockDocument] => {
      const placed = { at: placeOf(index), ...(block.before !== undefined && { before: block.before }) };
      if ('text' in block) return [name, { kind: 'text', ...placed, text: inLanguages(...block.text), ...(block.strong && { strong: true as const }) }];
      return [name, { kind: 'button', ...placed, act: block.act, ...(block.label && { label: inLanguages(...block.label) }) }];
    }),
  );

/** A text or a button of a compiled record. */
export type FormBlock = WithoutPlace<FormBlockDocument> & { readonly name: string };
type WithoutPlace<B> = B extends unknown ? Omit<B, 'at'> : never;

import type { Language } from '@nephra/plugin-sdk/contract';
import type { AnyRecord, FormBlock } from '@nephra/plugin-sdk/record';
import { observer } from 'mobx-react-lite';
import { ButtonBlock } from '../../facts/button-block.tsx';
import { TextBlock } from '../../facts/text-block.tsx';
import type { FormItem } from '../../form-field.ts';
import { BLOCK_NAME } from '../../form/block-name.ts';
import { useButtonCheck } from '../../menu/permission-button.tsx';
import type { RowAction } from '../../columns/column.ts';
import type { AnyPageCode, AnyRow } from '../record-code.ts';
import { actionsOf } from '../acts/record-actions.ts';
import type { RecordStore } from '../record-store.ts';
import type { RecordValues } from '../record-views.tsx';
import './block-items.css';

type Item = FormItem<RecordValues>;

/** Controls of a form with the texts and buttons that stand between them. @param items in the order of the record's form */
export function withBlocks(store: RecordStore, code: AnyPageCode, items: readonly Item[]): readonly Item[] {
  const { blocks } = store.record;
  if (blocks.length === 0) return items;
  const drawn = (of: readonly FormBlock[]): Item[] => of.map((block) => blockItem(store, code, block));
  const named = (item: Item): string => (item.kind === 'group' ? '' : item.name);
  return [
    ...items.flatMap((item) => [...drawn(blocks.filter(({ before }) => before !== undefined && before === named(item))), item]),
    ...drawn(blocks.filter(({ before }) => before === undefined)),
  ];
}

/** No field of the record: nothing of it is sent. */
function blockItem(store: RecordStore, code: AnyPageCode, block: FormBlock): Item {
  const { language } = store.ctx;
  return {
    kind: 'custom',
    name: `${BLOCK_NAME}${block.name}`,
    label: '',
    span: 4,
    render: () => (
      <div className="nk-form-block">
        {block.kind === 'text' ? (
          <TextBlock text={block.text[language]} {...(block.strong && { strong: true })} />
        ) : (
          <ActBlock store={store} code={code} block={block} language={language} />
        )}
      </div>
    ),
  } as unknown as Item;
}

/** Keys of the row actions that an act of a record has: "state" has two, of which a row shows one. */
const KEYS: Readonly<Record<string, readonly string[]>> = { state: ['off', 'on'], remove: ['remove'] };

const actionFor = ({ acts }: Pick<AnyRecord, 'acts'>, act: string, row: AnyRow, actions: readonly RowAction<AnyRow>[]): RowAction<AnyRow> | undefined => {
  const keys = act in acts ? (KEYS[act] ?? []) : [act];
  return actions.find(({ key, visible }) => keys.includes(key) && (visible?.(row) ?? true));
};

interface ActBlockProps {
  readonly store: RecordStore;
  readonly code: AnyPageCode;
  readonly block: Extract<FormBlock, { kind: 'button' }>;
  readonly language: Language;
}

/** What somebody typed and has not saved would be stale after the act: it is saved, or left, first. */
const ActBlock = observer(function ActBlock({ store, code, block, language }: ActBlockProps) {
  const granted = useButtonCheck();
  const { editing } = store;
  if (editing?.mode !== 'edit' || !editing.row) return null;
  const { row } = editing;
  const action = actionFor(store.record, block.act, row, actionsOf(store, code));
  if (!action || (action.button !== undefined && !granted(action.button)) || action.disabled?.(row)) return null;
  const run = async () => {
    const question = action.confirm?.(row);
    if (question !== undefined && !(await store.ctx.confirm({ content: question, danger: action.danger === true }))) return;
    await action.onClick(row);
    await store.afterBlock(row, block.act === 'remove');
  };
  return <ButtonBlock text={block.label?.[language] ?? action.text} disabled={editing.form.dirty || editing.form.saving} onClick={run} />;
});

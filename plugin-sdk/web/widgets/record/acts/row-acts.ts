import type { Language } from '@nephra/plugin-sdk/contract';
import type { RowAction } from '../../columns/column.ts';
import { recordText } from '../record-texts.ts';

export interface RowActs<Row> {
  /** How people call a row. */
  readonly name: (row: Row) => string;
  /** Codes of the buttons. Default: `btn_edit`, `btn_state`, `btn_remove`. */
  readonly buttons?: Partial<Record<'edit' | 'state' | 'remove', string>>;
  readonly edit?: (row: Row) => unknown;
  /** Disables a row, or enables it again. */
  readonly toggle?: (row: Row) => unknown;
  readonly remove?: (row: Row) => unknown;
  /** Rows that cannot be switched or deleted whoever asks. Default: none. */
  readonly may?: { readonly toggle?: (row: Row) => boolean; readonly remove?: (row: Row) => boolean };
  /** Questions before an act, where that of every record says too little. */
  readonly ask?: { readonly disable?: (row: Row) => string; readonly remove?: (row: Row) => string };
  /** Between "edit" and "disable". */
  readonly between?: readonly RowAction<Row>[];
}

/** What is done with a row of any record, in its order: edit, what the page has besides, disable or enable, delete. What ends something asks first. */
export function rowActs<Row extends object>(language: Language, acts: RowActs<Row>): readonly RowAction<Row>[] {
  const { name, buttons = {}, edit, toggle, remove, may = {}, ask = {}, between = [] } = acts;
  const isOn = (row: Row): boolean => 'enabledMark' in row && row.enabledMark === 1;
  const asked = (key: 'disableAsk' | 'removeAsk') => (row: Row) => recordText(key, language, { name: name(row) });
  const mayToggle = may.toggle ?? (() => true);
  const state = buttons.state ?? 'btn_state';
  return [
    ...(edit ? [{ key: 'edit', text: recordText('edit', language), button: buttons.edit ?? 'btn_edit', onClick: edit }] : []),
    ...between,
    ...(toggle
      ? [
          {
            key: 'off',
            text: recordText('disable', language),
            button: state,
            danger: true,
            visible: (row: Row) => isOn(row) && mayToggle(row),
            confirm: ask.disable ?? asked('disableAsk'),
            onClick: toggle,
          },
          { key: 'on', text: recordText('enable', language), button: state, visible: (row: Row) => !isOn(row) && mayToggle(row), onClick: toggle },
        ]
      : []),
    ...(remove
      ? [
          {
            key: 'remove',
            text: recordText('remove', language),
            button: buttons.remove ?? 'btn_remove',
            danger: true,
            ...(may.remove && { visible: may.remove }),
            confirm: ask.remove ?? asked('removeAsk'),
            onClick: remove,
          },
        ]
      : []),
  ];
}

import type { Language } from '@nephra/plugin-sdk/contract';
import { type AnyRecord, buttonOf } from '@nephra/plugin-sdk/record';
import type { RowAction } from '../columns/column.ts';
import type { AnyPageCode, AnyRow } from './record-code.ts';
import { nameOfRow, type RecordStore } from './record-store.ts';
import { recordText } from './record-texts.ts';

/** Actions of a row: edit, copy, those of the code, disable or enable, delete. What ends something asks first. */
export function actionsOf(store: RecordStore, code: AnyPageCode): readonly RowAction<AnyRow>[] {
  const { record, ctx } = store;
  const { acts } = store.keeps ? record : { acts: {} as typeof record.acts };
  const { language } = ctx;
  const named = (key: 'disableAsk' | 'removeAsk') => (row: AnyRow) => recordText(key, language, { name: nameOfRow(record, row) });
  const { disable, remove } = code.ask ?? {};
  return [
    ...(acts.edit ? [{ key: 'edit', text: recordText('edit', language), button: buttonOf(record, 'edit'), onClick: (row: AnyRow) => store.edit(row) }] : []),
    ...(acts.copy ? [{ key: 'copy', text: recordText('copy', language), button: buttonOf(record, 'create'), onClick: (row: AnyRow) => store.copy(row) }] : []),
    ...ownActions(store, code, language),
    ...(acts.state
      ? [
          {
            key: 'off',
            text: recordText('disable', language),
            button: buttonOf(record, 'state'),
            danger: true,
            visible: (row: AnyRow) => row.enabledMark === 1,
            confirm: disable ? (row: AnyRow) => disable(row, ctx) : named('disableAsk'),
            onClick: (row: AnyRow) => store.toggle(row),
          },
          {
            key: 'on',
            text: recordText('enable', language),
            button: buttonOf(record, 'state'),
            visible: (row: AnyRow) => row.enabledMark === 0,
            onClick: (row: AnyRow) => store.toggle(row),
          },
        ]
      : []),
    ...(acts.remove
      ? [
          {
            key: 'remove',
            text: recordText('remove', language),
            button: buttonOf(record, 'remove'),
            danger: true,
            confirm: remove ? (row: AnyRow) => remove(row, ctx) : named('removeAsk'),
            onClick: (row: AnyRow) => store.remove(row),
          },
        ]
      : []),
  ];
}

function ownActions(store: RecordStore, { rowActions = [] }: AnyPageCode, language: Language): RowAction<AnyRow>[] {
  return rowActions.map(({ button, panel, run, go, visible }) => ({
    key: button,
    text: titleOf(store.record, button, language),
    button,
    ...(visible && { visible }),
    onClick: (row) => {
      if (run) return run(row, store);
      if (go) store.ctx.navigate(go(row, store));
      else if (panel) store.openPanel(button, row);
      return undefined;
    },
  }));
}

export const titleOf = ({ buttons }: AnyRecord, button: string, language: Language): string =>
  buttons.find(({ enCode }) => enCode === button)?.title[language] ?? button;

import type { Language } from '@nephra/plugin-sdk/contract';
import { type AnyRecord, buttonOf } from '@nephra/plugin-sdk/record';
import type { RowAction } from '../../columns/column.ts';
import type { AnyPageCode, AnyRow } from '../record-code.ts';
import { nameOfRow, type RecordStore } from '../record-store.ts';
import { recordText } from '../record-texts.ts';
import { rowActs } from './row-acts.ts';

/** Actions of a row: edit, copy, those of the code, disable or enable, delete. What ends something asks first. */
export function actionsOf(store: RecordStore, code: AnyPageCode): readonly RowAction<AnyRow>[] {
  const { record, ctx } = store;
  const { acts } = store.keeps ? record : { acts: {} as typeof record.acts };
  const { language } = ctx;
  const { disable, remove } = code.ask ?? {};
  const copy = acts.copy
    ? [{ key: 'copy', text: recordText('copy', language), button: buttonOf(record, 'create'), onClick: (row: AnyRow) => store.copy(row) }]
    : [];
  return rowActs<AnyRow>(language, {
    name: (row) => nameOfRow(record, row),
    buttons: { edit: buttonOf(record, 'edit'), state: buttonOf(record, 'state'), remove: buttonOf(record, 'remove') },
    ...(acts.edit && { edit: (row) => store.edit(row) }),
    between: [...copy, ...ownActions(store, code, language)],
    ...(acts.state && { toggle: (row) => store.toggle(row) }),
    ...(acts.remove && { remove: (row) => store.remove(row) }),
    ask: { ...(disable && { disable: (row) => disable(row, ctx) }), ...(remove && { remove: (row) => remove(row, ctx) }) },
  });
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

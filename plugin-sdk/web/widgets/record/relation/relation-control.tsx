import { type AnyRecord, type RecordField, relatedContract, type RelatedRow } from '@nephra/plugin-sdk/record';
import { createClient, type HttpPort, usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { useMemo, useRef, useState } from 'react';
import type { ChoiceName, ChoiceSource, Picked } from '../../pick/choice.ts';
import { ChoiceFieldShell } from '../../pick/choice-field.tsx';
import type { Column } from '../../columns/column.ts';
import { ListStore } from '../../list/list-store.ts';
import { useKitText } from '../../kit-text.ts';
import { nameCacheOf } from '../../name-cache.ts';
import { PopupSelect } from '../../pick/popup-select.tsx';
import { recordText } from '../record-texts.ts';

interface Wanted {
  readonly keyword?: string;
}

export interface RelationControlProps {
  readonly record: AnyRecord;
  readonly field: RecordField;
  /** What the relation is asked for by: its name, of a cell of lines behind that of the lines. */
  readonly path: string;
  readonly id: string;
  readonly value: string | null;
  readonly disabled: boolean;
  readonly invalid: boolean;
  readonly required: boolean;
  /** The label stands inside. */
  readonly inset: boolean;
  /** Row of a tree that is not offered, with what is below it. */
  readonly without?: string;
  /** What the row already says of its value. */
  readonly names: readonly Picked[];
  readonly onChange: (value: string | null) => void;
}

const clientOf = (http: HttpPort, record: AnyRecord) => createClient(relatedContract(record), http);
const nowhere = { load: async () => ({ data: { list: [] } }) };

/** Names of rows that a relation names, for the closed field. */
function namesOf(http: HttpPort, record: AnyRecord, path: string): ChoiceSource {
  const ask = async (ids: readonly string[]): Promise<readonly ChoiceName[]> =>
    (await clientOf(http, record).related({ query: { field: path, ids: ids.join() } }, { quiet: true })).data.list;
  return { key: `relation:${record.name}.${path}`, tree: nowhere, names: ask };
}

/** The control of a relation: the name of what is chosen, and a list with search and pages to choose from. */
export const Control = observer(function RelationControl({ record, field, path, value, names, without, inset, onChange, ...rest }: RelationControlProps) {
  const { http, language } = usePlugin();
  const text = useKitText();
  const opener = useRef<HTMLButtonElement>(null);
  const [store, setStore] = useState<ListStore<RelatedRow, Wanted> | null>(null);
  const source = useMemo(() => namesOf(http, record, path), [http, record, path]);
  const title = field.label[language];
  const open = () =>
    setStore(
      new ListStore<RelatedRow, Wanted>({
        rowKey: 'id',
        load: ({ currentPage, pageSize, keyword }, signal) =>
          clientOf(http, record).related(
            { query: { field: path, currentPage, pageSize, ...(keyword && { keyword }), ...(without !== undefined && { without }) } },
            { signal, quiet: true },
          ),
      }),
    );
  const close = () => {
    store?.dispose();
    setStore(null);
    opener.current?.focus();
  };
  const choose = ({ id, fullName, enabledMark }: RelatedRow) => {
    nameCacheOf(http, source).put([{ id, fullName, enabledMark }]);
    onChange(id);
  };
  const columns: readonly Column<RelatedRow>[] = [
    { prop: 'fullName', label: recordText('name', language), minWidth: 200 },
    { prop: 'enCode', label: recordText('code', language), width: 180 },
  ];
  return (
    <>
      <ChoiceFieldShell
        field={{
          ...rest,
          label: title,
          ...(inset && { inset: title, placeholder: text('any') }),
          value: value === '' ? null : value,
          names,
          onChange: (next) => onChange(next),
        }}
        source={source}
        title={title}
        popup="dialog"
        open={store !== null}
        opener={opener}
        onNear={() => undefined}
        onOpen={open}
      />
      {store && <PopupSelect visible title={title} store={store} columns={columns} onConfirm={choose} onClose={close} />}
    </>
  );
});

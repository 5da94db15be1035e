import { Button, IconDelete, IconPlus } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { FormControl } from '../form-controls/form-control.tsx';
import { useKitText } from '../kit-text.ts';
import { useRightCheck } from '../menu/permission-button.tsx';
import type { EditableColumn, SubTableRow, SubTableStore } from './sub-table-store.ts';
import './editable-table.css';

export interface EditableTableProps<Row extends object> {
  /** Name of the table for screen readers. */
  readonly label: string;
  readonly store: SubTableStore<Row>;
  /** Default true; false takes "add row" away. */
  readonly canAdd?: boolean;
  readonly canDelete?: boolean;
  readonly disabled?: boolean;
  readonly addText?: string;
  /** Stands beside "add row", for example a picker that appends rows. */
  readonly children?: ReactNode;
}

const EDITOR = 'input:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

function ObservedEditableTable<Row extends object>({ label, store, canAdd = true, canDelete = true, disabled, addText, children }: EditableTableProps<Row>) {
  const text = useKitText();
  const frame = useRef<HTMLTableElement>(null);
  const granted = useRightCheck();
  // Set while drawing, as in forms: the first picture must not show what is denied.
  store.limitTo((code) => granted('form', code));
  const { columns, rows } = store;
  const withDelete = canDelete && !disabled;

  /** Enter goes to the same column one row further down, making a row when there is none. */
  const handleKey = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return;
    const cell = event.target.closest('td');
    const row = cell?.closest('tr');
    if (!cell || !row || event.target.getAttribute('aria-expanded') === 'true') return;
    event.preventDefault();
    const isLast = row.nextElementSibling === null;
    if (isLast && (!canAdd || disabled)) return;
    if (isLast) store.add();
    const column = cell.cellIndex;
    requestAnimationFrame(() => {
      const next = row.nextElementSibling;
      if (next instanceof HTMLTableRowElement) next.cells[column]?.querySelector<HTMLElement>(EDITOR)?.focus();
    });
  };

  return (
    <div className="nk-edit-table">
      <div className="nk-edit-table-scroll">
        <table ref={frame} aria-label={label}>
          <colgroup>
            <col style={{ width: 48 }} />
            {columns.map((column) => (
              <col key={column.name} style={{ width: column.width, minWidth: column.minWidth }} />
            ))}
            {withDelete && <col style={{ width: 48 }} />}
          </colgroup>
          <thead>
            <tr>
              <th scope="col">{text('index')}</th>
              {columns.map((column) => (
                <th
                  key={column.name}
                  scope="col"
                  style={{ textAlign: column.align }}
                  className={column.kind !== 'show' && column.required ? 'nk-required' : undefined}
                >
                  {column.label}
                </th>
              ))}
              {withDelete && (
                <th scope="col">
                  <span className="nephra-visually-hidden">{text('actions')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody onKeyDown={handleKey}>
            {rows.map((row, at) => (
              <EditableRow key={row.key} store={store} row={row} number={at + 1} columns={columns} withDelete={withDelete} disabled={disabled} />
            ))}
          </tbody>
          {rows.length > 0 && columns.some((column) => column.summary) && (
            <tfoot>
              <tr>
                <td>{text('summary')}</td>
                {columns.map((column) => (
                  <td key={column.name} style={{ textAlign: column.align }}>
                    {column.summary?.(store.values)}
                  </td>
                ))}
                {withDelete && <td />}
              </tr>
            </tfoot>
          )}
        </table>
        {rows.length === 0 && <p className="nk-edit-table-empty">{text('noData')}</p>}
      </div>
      {!disabled && (canAdd || children) && (
        <div className="nk-edit-table-foot">
          {canAdd && (
            <Button theme="light" icon={<IconPlus />} onClick={() => store.add()}>
              {addText ?? text('addRow')}
            </Button>
          )}
          {children}
        </div>
      )}
    </div>
  );
}

interface EditableRowProps<Row extends object> {
  readonly store: SubTableStore<Row>;
  readonly row: SubTableRow<Row>;
  readonly number: number;
  readonly columns: readonly EditableColumn<Row>[];
  readonly withDelete: boolean;
  readonly disabled: boolean | undefined;
}

function ObservedEditableRow<Row extends object>({ store, row, number, columns, withDelete, disabled }: EditableRowProps<Row>) {
  const text = useKitText();
  const { language } = usePlugin();
  const id = useId();
  return (
    <tr>
      <td>{number}</td>
      {columns.map((column) => {
        if (column.kind === 'show') {
          return (
            <td key={column.name} style={{ textAlign: column.align }} data-shown>
              {column.render(row.value)}
            </td>
          );
        }
        const complaint = store.errorText(row.key, column.name, language);
        return (
          <td key={column.name} style={{ textAlign: column.align }} data-invalid={complaint !== undefined || undefined}>
            {column.visible?.(row.value) !== false && (
              <FormControl
                field={disabled ? { ...column, disabled: true } : column}
                values={row.value}
                setValues={(values) => store.setCell(row.key, values)}
                id={`${id}${column.name}`}
                name={`${column.label} ${number}`}
                invalid={complaint !== undefined}
                describedBy={complaint === undefined ? undefined : `${id}${column.name}-note`}
              />
            )}
            {complaint !== undefined && (
              <div id={`${id}${column.name}-note`} className="nk-complaint" role="alert">
                {complaint}
              </div>
            )}
          </td>
        );
      })}
      {withDelete && (
        <td>
          <Button theme="borderless" type="danger" icon={<IconDelete />} aria-label={text('deleteRow', { n: number })} onClick={() => store.remove(row.key)} />
        </td>
      )}
    </tr>
  );
}

const EditableRow = observer(ObservedEditableRow) as typeof ObservedEditableRow;

/** Sub-table: add and delete rows, cells by field kind, complaints in the cells, summary row (spec 2.6). */
export const EditableTable = observer(ObservedEditableTable) as typeof ObservedEditableTable;

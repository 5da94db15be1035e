import { Button, Modal, SideSheet } from '@nephra/plugin-sdk/ui';
import { observer } from 'mobx-react-lite';
import type { Column } from '../columns/column.ts';
import type { SearchField } from '../form-field.ts';
import { useKitText } from '../kit-text.ts';
import { ListPage } from '../list/list-page.tsx';
import type { ListStore } from '../list/list-store.ts';
import './popup-select.css';

export interface PopupSelectProps<Row, Filter extends object> {
  readonly visible: boolean;
  readonly title: string;
  /** Unpaged lists load up to 10,000 rows (spec 9); the table draws those visible. */
  readonly store: ListStore<Row, Filter>;
  readonly columns: readonly Column<Row>[];
  /** Default: one keyword field. */
  readonly search?: readonly SearchField<Partial<Filter>>[];
  readonly onConfirm: (row: Row) => void;
  readonly onClose: () => void;
  /** Default: a dialog. A drawer leaves the page beside it visible. */
  readonly as?: 'dialog' | 'drawer';
  /** Pixels. Default 800. */
  readonly width?: number;
}

/** One looks for something first; the dialog itself would put the cursor on its close button. */
function focusSearch(frame: HTMLElement | null): void {
  if (frame) requestAnimationFrame(() => frame.querySelector<HTMLElement>('form input')?.focus());
}

function ObservedPopupSelect<Row, Filter extends object>({
  visible,
  title,
  store,
  columns,
  search,
  onConfirm,
  onClose,
  as = 'dialog',
  width = 800,
}: PopupSelectProps<Row, Filter>) {
  const text = useKitText();
  const [chosen] = store.selectedRows;
  const confirm = (row: Row | undefined) => {
    if (row === undefined) return;
    onConfirm(row);
    onClose();
  };
  const frame = {
    visible,
    title,
    width: `min(${width}px, calc(100vw - 24px))`,
    keepDOM: false,
    onCancel: onClose,
    footer: (
      <div className="nk-popup-foot">
        <Button onClick={onClose}>{text('cancel')}</Button>
        <Button theme="solid" type="primary" disabled={chosen === undefined} onClick={() => confirm(chosen)}>
          {text('confirm')}
        </Button>
      </div>
    ),
  };
  const list = (
    <div ref={focusSearch} className="nk-popup" data-as={as}>
      <ListPage
        label={title}
        store={store}
        columns={columns}
        search={search ?? keywordField(text('keyword'))}
        selection="single"
        columnSettings={false}
        onOpen={confirm}
      />
    </div>
  );
  return as === 'drawer' ? (
    <SideSheet {...frame}>{list}</SideSheet>
  ) : (
    <Modal {...frame} centered>
      {list}
    </Modal>
  );
}

/** Every popup list can be searched by a keyword; a list that calls its keyword otherwise hands in its own field. */
const keywordField = <Filter extends object>(label: string) => [{ kind: 'text', name: 'keyword', label }] as unknown as readonly SearchField<Partial<Filter>>[]; // which fields a filter has is the caller's knowledge

/** Dialog or drawer to choose one row: keyword search, radio column, optional paging. Without a choice nothing can be confirmed (spec 4, 5). */
export const PopupSelect = observer(ObservedPopupSelect) as typeof ObservedPopupSelect;

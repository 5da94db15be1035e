import { Button, Modal } from '@nephra/plugin-sdk/ui';
import { observer } from 'mobx-react-lite';
import type { Column } from './column.ts';
import type { Field } from './form-field.ts';
import { useKitText } from './kit-text.ts';
import { ListPage } from './list-page.tsx';
import type { ListStore } from './list-store.ts';

export interface PopupSelectProps<Row, Filter extends object> {
  readonly visible: boolean;
  readonly title: string;
  /** Unpaged lists load up to 10,000 rows (spec 9); the table draws those in sight. */
  readonly store: ListStore<Row, Filter>;
  readonly columns: readonly Column<Row>[];
  /** Default: one keyword field. */
  readonly search?: readonly Field<Partial<Filter>>[];
  readonly onConfirm: (row: Row) => void;
  readonly onClose: () => void;
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
  width = 800,
}: PopupSelectProps<Row, Filter>) {
  const text = useKitText();
  const [chosen] = store.selectedRows;
  const confirm = (row: Row | undefined) => {
    if (row === undefined) return;
    onConfirm(row);
    onClose();
  };
  return (
    <Modal
      visible={visible}
      title={title}
      width={`min(${width}px, calc(100vw - 24px))`}
      centered
      keepDOM={false}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('cancel')}</Button>
          <Button theme="solid" type="primary" disabled={chosen === undefined} onClick={() => confirm(chosen)}>
            {text('confirm')}
          </Button>
        </>
      }
    >
      <div ref={focusSearch} style={{ display: 'flex', height: 'min(480px, 60dvh)', flexDirection: 'column' }}>
        <ListPage label={title} store={store} columns={columns} search={search} selection="single" columnSettings={false} onOpen={confirm} />
      </div>
    </Modal>
  );
}

/** Dialog to choose one row: keyword search, radio column, optional paging. Without a choice nothing can be confirmed (spec 4, 5). */
export const PopupSelect = observer(ObservedPopupSelect) as typeof ObservedPopupSelect;

import { Button, Modal } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import type { ReactNode } from 'react';
import type { Column } from '../columns/column.ts';
import { type TextTable, textIn } from '../columns/text-table.ts';
import { StatusTag } from '../facts/status-tag.tsx';
import { useKitText } from '../kit-text.ts';
import { useRunOnce } from '../run-once.ts';
import { DataTable } from '../table/data-table.tsx';
import { useImportText } from './import-texts.ts';
import './import.css';

/** What happens with an entry of a file, and why where it is left out or refused. */
export interface PreviewedChange {
  readonly act: 'create' | 'edit' | 'same' | 'skip' | 'refuse';
  readonly reason: string;
}

export interface ImportPreviewProps<Row> {
  /** What a file would change; null: none was looked at, and the dialog is closed. */
  readonly rows: readonly Row[] | null;
  readonly title: string;
  /** Which entry it is; what happens with it and why stands behind. */
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  /** Above the entries. @param state `refused`: one refused refuses the file; `same`: nothing would change */
  readonly note: (state: 'refused' | 'same' | 'ask') => ReactNode;
  readonly onTake: () => Promise<unknown>;
  readonly onClose: () => void;
}

const TONES = { create: 'success', edit: 'info', same: 'neutral', skip: 'neutral', refuse: 'danger' } as const;
const ACTS = {
  create: { zh: '新建', zhtw: '新增', en: 'Add' },
  edit: { zh: '修改', zhtw: '修改', en: 'Change' },
  same: { zh: '相同', zhtw: '相同', en: 'Same' },
  skip: { zh: '跳过', zhtw: '略過', en: 'Left out' },
  refuse: { zh: '不能导入', zhtw: '不能匯入', en: 'Refused' },
} as const satisfies TextTable;
const ACT = { zh: '处理', zhtw: '處理', en: 'What happens' };
const REASON = { zh: '原因', zhtw: '原因', en: 'Why' };

/** What a file would change, before anything is written. */
export function ImportPreview<Row extends PreviewedChange>({ rows, title, columns, rowKey, note, onTake, onClose }: ImportPreviewProps<Row>) {
  const text = useKitText();
  const importText = useImportText();
  const { language } = usePlugin();
  const { busy, run } = useRunOnce();
  const all = rows ?? [];
  const changes = all.some(({ act }) => act === 'create' || act === 'edit');
  const state = all.some(({ act }) => act === 'refuse') ? 'refused' : changes ? 'ask' : 'same';
  const acts = (Object.keys(ACTS) as (keyof typeof ACTS)[]).map((value) => ({ value, text: textIn(ACTS[value], language), tone: TONES[value] }));
  const told: readonly Column<Row>[] = [
    ...columns,
    { prop: 'act', label: textIn(ACT, language), width: 110, render: ({ act }) => <StatusTag value={act} table={acts} /> },
    { prop: 'reason', label: textIn(REASON, language), minWidth: 200 },
  ];
  return (
    <Modal
      visible={rows !== null}
      title={title}
      width="min(860px, calc(100vw - 24px))"
      centered
      maskClosable={false}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {text('cancel')}
          </Button>
          <Button theme="solid" type="primary" loading={busy} disabled={state !== 'ask'} onClick={() => void run(onTake)}>
            {importText('button')}
          </Button>
        </>
      }
    >
      {note(state)}
      <div className="nk-import-preview">
        <DataTable label={title} rows={all} columns={told} rowKey={rowKey} />
      </div>
    </Modal>
  );
}

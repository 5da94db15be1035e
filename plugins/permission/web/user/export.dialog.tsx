import { CheckboxGroup, Modal, Radio, RadioGroup } from '@nephra/plugin-sdk/ui';
import { createClient, usePlugin } from '@nephra/plugin-sdk/web';
import { ExportButton } from '@nephra/plugin-sdk/widgets';
import { useId, useState } from 'react';
import { userImportContract } from '../../contract/index.ts';
import { EXPORT_KEYS, type ExportKey, USUAL_EXPORT_KEYS } from '../../domain/user-import/export-columns.ts';
import type { UserStore } from './user.store.ts';
import './user.css';

/** Columns whose name here is another than in the form. */
const LABELS: Partial<Record<ExportKey, string>> = { organize: 'organizeId', position: 'positionId', roleName: 'roleId', enabledMark: 'state' };

export interface ExportDialogProps {
  readonly visible: boolean;
  readonly store: UserStore;
  readonly onClose: () => void;
}

/** Which people and which columns; the file comes as it is made. */
export function ExportDialog({ visible, store, onClose }: ExportDialogProps) {
  const { t, http } = usePlugin();
  const id = useId();
  const [dataType, setDataType] = useState<'0' | '1'>('1');
  const [keys, setKeys] = useState<readonly string[]>(USUAL_EXPORT_KEYS);
  const selectKey = EXPORT_KEYS.filter((key) => keys.includes(key)).join(',');
  return (
    <Modal
      visible={visible}
      title={t('user.export.sheet')}
      width="min(560px, calc(100vw - 24px))"
      centered
      keepDOM={false}
      onCancel={onClose}
      footer={
        <ExportButton
          button="btn_download"
          theme="solid"
          type="primary"
          disabled={keys.length === 0}
          call={(options) => createClient(userImportContract, http).exportExcel({ query: { ...store.query, dataType, selectKey } }, options)}
        />
      }
    >
      <div className="us-export">
        <div>
          <h4 id={`${id}rows`}>{t('user.export.rows')}</h4>
          <RadioGroup value={dataType} aria-labelledby={`${id}rows`} onChange={(event) => setDataType(event.target.value as '0' | '1')}>
            <Radio value="1">{t('user.export.all', { n: store.list.total })}</Radio>
            <Radio value="0">{t('user.export.page', { n: store.list.rows.length })}</Radio>
          </RadioGroup>
        </div>
        <div>
          <h4 id={`${id}columns`}>{t('user.export.columns')}</h4>
          <CheckboxGroup
            className="us-columns"
            aria-labelledby={`${id}columns`}
            direction="horizontal"
            value={[...keys]}
            options={EXPORT_KEYS.map((key) => ({ value: key, label: t(`user.field.${LABELS[key] ?? key}`) }))}
            onChange={(next) => setKeys(next as string[])}
          />
        </div>
      </div>
    </Modal>
  );
}

import './dialogs.css';
import { observer } from 'mobx-react-lite';
import { Button, Modal } from '@nephra/plugin-sdk/ui';
import { useShell } from '../../shell-context.tsx';

const PARAGRAPHS = ['staff', 'privacy', 'audit', 'care'] as const;

/** What everybody who uses the system must know. */
export const StatementDialog = observer(function StatementDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useShell();
  return (
    <Modal
      visible
      centered
      width={520}
      title={t('statement.title')}
      onCancel={onClose}
      footer={
        <Button theme="solid" type="primary" onClick={onClose}>
          {t('statement.ok')}
        </Button>
      }
    >
      <ol className="nephra-statement">
        {PARAGRAPHS.map((name) => (
          <li key={name}>{t(`statement.${name}`)}</li>
        ))}
      </ol>
    </Modal>
  );
});

import { observer } from 'mobx-react-lite';
import { IconAlertCircle, Modal } from '@nephra/plugin-sdk/ui';
import { useShell } from '../shell-context.tsx';
import type { ConfirmStore } from './confirm.store.ts';

/** Draws the question that waits for an answer, with the sign of a warning (spec 8-12). Escape and the cross mean no. */
export const ConfirmHost = observer(function ConfirmHost({ store }: { readonly store: ConfirmStore }) {
  const { t } = useShell();
  const asked = store.current;
  if (asked === undefined) return null;
  const { title, content, danger, okText, cancelText } = asked.question;
  return (
    <Modal
      key={asked.id}
      visible
      centered
      width={420}
      title={title ?? t('common.tipTitle')}
      // As it stands on a plugin that failed, to the letter: every page pays for these bytes.
      icon={<IconAlertCircle className="nf-warning-sign" aria-hidden size="extra-large" />}
      okText={okText ?? t('common.confirmButton')}
      okType={danger ? 'danger' : 'primary'}
      cancelText={cancelText ?? t('common.cancelButton')}
      maskClosable={false}
      onOk={() => store.answer(true)}
      onCancel={() => store.answer(false)}
    >
      {content}
    </Modal>
  );
});

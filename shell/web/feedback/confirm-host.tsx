import { observer } from 'mobx-react-lite';
import { Modal } from '@nephra/plugin-sdk/ui';
import { useShell } from '../shell-context.tsx';
import type { ConfirmStore } from './confirm.store.ts';

/** Draws the question that waits for an answer. Escape and the cross mean no. */
export const ConfirmHost = observer(function ConfirmHost({ store }: { readonly store: ConfirmStore }) {
  const { t } = useShell();
  const asked = store.current;
  if (asked === undefined) return null;
  const { title, content, danger } = asked.question;
  const okText = asked.question.okText ?? t('common.confirmButton');
  const cancelText = asked.question.cancelText ?? t('common.cancelButton');
  return (
    <Modal
      key={asked.id}
      visible
      centered
      width={420}
      title={title ?? t('common.tipTitle')}
      okText={okText}
      cancelText={cancelText}
      // The library names its buttons in English for screen readers.
      okButtonProps={{ 'aria-label': okText, ...(danger ? { type: 'danger' } : {}) }}
      cancelButtonProps={{ 'aria-label': cancelText }}
      maskClosable={false}
      onOk={() => store.answer(true)}
      onCancel={() => store.answer(false)}
    >
      {content}
    </Modal>
  );
});

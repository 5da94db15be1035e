import { observer } from 'mobx-react-lite';
import { Modal } from '@nephra/plugin-sdk/ui';
import { SlotOutlet } from '@nephra/plugin-sdk/web';
import { MissingPlugin } from '../drawers/missing-plugin.tsx';
import { useShell } from '../shell-context.tsx';

/** Id of the plugin that takes feedback. */
const FEEDBACK_PLUGIN = 'feedback';

/** Feedback has no call of its own in the shell: a form that goes nowhere would be worse than saying who brings one. */
export const FeedbackDialog = observer(function FeedbackDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useShell();
  return (
    <Modal visible centered width={400} title={t('navbar.feedback')} footer={null} onCancel={onClose}>
      <SlotOutlet
        point="shell/feedback@1"
        props={{ close: onClose }}
        fallback={<MissingPlugin feature={t('navbar.feedback')} plugin={FEEDBACK_PLUGIN} onLeave={onClose} />}
      />
    </Modal>
  );
});

import './dialogs.css';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Button, Modal, TextArea } from '@nephra/plugin-sdk/ui';
import { Act, createClient, SlotOutlet } from '@nephra/plugin-sdk/web';
import { MAX_FEEDBACK, profileContract } from '../../../contract/profile.contract.ts';
import { useShell } from '../../shell-context.tsx';

const DRAFT = 'feedback';

/** Goes to the administrators, or wherever a plugin of the hospital takes it. */
export const FeedbackDialog = observer(function FeedbackDialog({ onClose }: { readonly onClose: () => void }) {
  const { t, router, session, title } = useShell();
  const { visit } = router;
  const about = { place: visit?.path ?? '', pageTitle: visit === null ? '' : title(visit.route.meta), version: session.sysConfig.sysVersion };
  return (
    <Modal visible centered width={480} title={t('navbar.feedback')} footer={null} onCancel={onClose}>
      <SlotOutlet point="shell/feedback@1" props={{ close: onClose, ...about }} fallback={<FeedbackForm onClose={onClose} />} />
    </Modal>
  );
});

const FeedbackForm = observer(function FeedbackForm({ onClose }: { readonly onClose: () => void }) {
  const { t, http, router, drafts, toast } = useShell();
  const [text, setText] = useState(() => drafts.load<string>(DRAFT) ?? '');
  const [busy, setBusy] = useState(false);
  // Said twice in other words does no harm.
  const [act] = useState(() => new Act({}, 'feedback', { changed: 'send', toasts: true }));
  const change = (typed: string) => {
    setText(typed);
    if (typed === '') drafts.clear(DRAFT);
    else drafts.save(DRAFT, typed);
  };
  const send = async () => {
    if (text.trim() === '') return toast.warning(t('feedback.empty'));
    setBusy(true);
    const body = { text: text.trim(), place: router.visit?.path ?? '' };
    const end = await act.run(
      body,
      (options) => createClient(profileContract, http).feedback({ body }, options),
      ({ msg }) => {
        drafts.clear(DRAFT);
        toast.success(msg);
        onClose();
      },
    );
    // Shown by the HTTP client; what was typed stays.
    if ('error' in end) setBusy(false);
  };
  return (
    <div className="nephra-feedback">
      <p>{t('feedback.who')}</p>
      <TextArea
        aria-label={t('navbar.feedback')}
        autosize={{ minRows: 4, maxRows: 12 }}
        maxCount={MAX_FEEDBACK}
        maxLength={MAX_FEEDBACK}
        value={text}
        onChange={change}
      />
      <Button theme="solid" type="primary" loading={busy} onClick={() => void send()}>
        {t('feedback.send')}
      </Button>
    </div>
  );
});

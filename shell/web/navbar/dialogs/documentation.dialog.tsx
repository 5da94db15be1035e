import './dialogs.css';
import { observer } from 'mobx-react-lite';
import { Modal } from '@nephra/plugin-sdk/ui';
import { useShell } from '../../shell-context.tsx';

/** Keys as they stand on the keyboard, or the text key of one that has a name in words. */
const SHORTCUTS: readonly { readonly keys: readonly string[]; readonly act: string }[] = [
  { keys: ['Ctrl', 'K'], act: 'search' },
  { keys: ['Ctrl', 'B'], act: 'fold' },
  { keys: ['←', '→'], act: 'tags' },
  { keys: ['Delete'], act: 'closeTag' },
  { keys: ['help.keys.middle'], act: 'closeTag' },
  { keys: ['Shift', 'F10'], act: 'tagMenu' },
  { keys: ['Esc'], act: 'escape' },
  { keys: ['F1'], act: 'help' },
];

const TOPICS = ['menu', 'layout', 'unsaved', 'lock', 'plugin'] as const;

/** Documentation: shortcuts and the questions that staff ask first. */
export const DocumentationDialog = observer(function DocumentationDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useShell();
  const keyText = (key: string) => (key.includes('.') ? t(key) : key);
  return (
    <Modal visible centered width={640} title={t('help.title')} footer={null} onCancel={onClose} className="nephra-help">
      <h3>{t('help.shortcuts')}</h3>
      <dl className="nephra-shortcuts">
        {SHORTCUTS.map(({ keys, act }) => (
          <div key={keys.join()}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{keyText(key)}</kbd>
              ))}
            </dt>
            <dd>{t(`help.keys.${act}`)}</dd>
          </div>
        ))}
      </dl>
      <h3>{t('help.topics')}</h3>
      {TOPICS.map((topic) => (
        <details key={topic} className="nephra-topic">
          <summary>{t(`help.${topic}.title`)}</summary>
          <p>{t(`help.${topic}.body`)}</p>
        </details>
      ))}
    </Modal>
  );
});

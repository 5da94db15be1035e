import { Button, IconChevronLeft } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, useRunOnce } from '@nephra/plugin-sdk/widgets';
import type { LetterView } from '../../contract/mail.contract.ts';

interface DoubtfulProps {
  readonly letter: LetterView;
  readonly onDecide: (verdict: 'arrived' | 'again') => Promise<void>;
  readonly onBack: () => void;
}

/** A letter of which nobody knows whether it left: a person looks, and says. One under way is shown the same without a choice. */
export function DoubtfulLetter({ letter, onDecide, onBack }: DoubtfulProps) {
  const { t, confirm } = usePlugin();
  const { busy, run } = useRunOnce();
  const { to, subject, bodyText, state } = letter;
  const again = async () => {
    if (await confirm({ content: t('letter.againAsk'), danger: true })) await onDecide('again');
  };
  return (
    <section className="mail-reading" aria-label={t('page.reading')}>
      <div className="mail-acts">
        <Button className="mail-phone" theme="borderless" icon={<IconChevronLeft />} onClick={onBack}>
          {t('page.back')}
        </Button>
        {state === 'doubtful' && (
          <>
            <Button disabled={busy} onClick={() => void run(() => onDecide('arrived'))}>
              {t('letter.arrived')}
            </Button>
            <Button disabled={busy} onClick={() => void run(again)}>
              {t('letter.again')}
            </Button>
          </>
        )}
      </div>
      <div className="mail-scroll">
        <Alert kind="warning" text={t(state === 'doubtful' ? 'letter.doubtfulHelp' : 'letter.sending')} />
        <header className="mail-head">
          <h2>{subject || t('list.noSubject')}</h2>
          <p className="mail-soft">
            {t('reading.to')}: {to.join(', ')}
          </p>
        </header>
        <div className="mail-body">
          <pre>{bodyText}</pre>
        </div>
      </div>
    </section>
  );
}

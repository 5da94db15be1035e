import { Button, IconCopy, IconEyeOpened, IconRefresh, Spin } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { copyText } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { AnswerView } from './answer.view.tsx';
import type { AssistantStore } from './assistant.store.ts';
import type { ShownTurn } from './shown-turn.ts';

interface TurnProps {
  readonly store: AssistantStore;
  readonly turn: ShownTurn;
  readonly onLeave: () => void;
}

/** A question and its answer. */
export const TurnBlock = observer(function TurnBlock({ store, turn, onLeave }: TurnProps) {
  const { t } = usePlugin();
  const { asked, answered, state, lookedUp } = turn;
  return (
    <li className="as-turn">
      <div className="as-asked">{asked}</div>
      <div className="as-reply" aria-live={state === 'running' ? 'polite' : undefined} aria-busy={state === 'running' || undefined}>
        {lookedUp.length > 0 && <p className="as-note">{t('panel.lookedUp', { what: lookedUp.join(t('panel.and')) })}</p>}
        {answered !== '' && <AnswerView text={answered} onLeave={onLeave} />}
        {state === 'running' && (
          <div className="as-note as-waiting">
            <Spin size="small" />
            {t(answered === '' ? 'panel.thinking' : 'panel.writing')}
          </div>
        )}
        {state === 'stopped' && <p className="as-note">{t('panel.stopped')}</p>}
        {state === 'cut' && <CutNote store={store} />}
        {state !== 'running' && <TurnActs store={store} turn={turn} />}
      </div>
    </li>
  );
});

/** Nobody may take what was cut off for all that there is to say. */
const CutNote = observer(function CutNote({ store }: Pick<TurnProps, 'store'>) {
  const { t } = usePlugin();
  return (
    <div className="as-note">
      {t('panel.cut')}
      <Button size="small" theme="borderless" disabled={store.running !== null || store.status?.state !== 'ready'} onClick={() => void store.goOn()}>
        {t('panel.goOn')}
      </Button>
    </div>
  );
});

const TurnActs = observer(function TurnActs({ store, turn }: Pick<TurnProps, 'store' | 'turn'>) {
  const { t, toast } = usePlugin();
  const copy = async (): Promise<void> => {
    if (await copyText(turn.answered)) toast.success(t('panel.copied'));
    else toast.warning(t('panel.copyByHand'));
  };
  return (
    <div className="as-acts">
      {turn.answered !== '' && (
        <Button
          size="small"
          theme="borderless"
          type="tertiary"
          icon={<IconCopy />}
          aria-label={t('panel.copy')}
          title={t('panel.copy')}
          onClick={() => void copy()}
        />
      )}
      <Button
        size="small"
        theme="borderless"
        type="tertiary"
        icon={<IconRefresh />}
        aria-label={t('panel.retry')}
        title={t('panel.retry')}
        disabled={store.running !== null || store.status?.state !== 'ready'}
        onClick={() => void store.retry(turn)}
      />
      {turn.turnId !== '' && (
        <Button
          size="small"
          theme="borderless"
          type="tertiary"
          icon={<IconEyeOpened />}
          aria-label={t('panel.wasSent')}
          title={t('panel.wasSent')}
          onClick={() => void store.showSent(turn).catch(() => undefined)}
        />
      )}
    </div>
  );
});

import { Button, IconHistory, IconMaximize, IconMinimize, IconPlus } from '@nephra/plugin-sdk/ui';
import { type DrawerSlotProps, usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, EmptyState, ErrorCard, ListSkeleton, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AssistantStatus } from '../../contract/assistant.contract.ts';
import { AskBox } from './ask-box.tsx';
import { AssistantStore } from './assistant.store.ts';
import { HistoryView } from './history.view.tsx';
import './panel.css';
import { SentDialog } from './sent.dialog.tsx';
import { TurnBlock } from './turn.view.tsx';

const WIDE = 'wide';
/** Pixels from the end within which somebody reads along. */
const NEAR_END = 240;
/** Page of the shell on which settings of plugins stand. */
const SETTINGS_MENU = 'system.pluginSettings';

/** The panel of the assistant (spec 2.4-16): the model's name, the conversation, a text box and a send button. */
export const Slot = observer(function AssistantPanel({ close }: DrawerSlotProps) {
  const ctx = usePlugin();
  const { t, drafts } = ctx;
  const store = useStore(() => new AssistantStore(ctx));
  const [wide, setWide] = useState(() => drafts.load<boolean>(WIDE) === true);
  useEffect(() => void store.open(), [store]);
  const { status, statusError, turns, historyOpen, notice } = store;
  const widen = (): void => {
    drafts.save(WIDE, !wide);
    setWide(!wide);
  };
  return (
    <div className={`as-panel${wide ? ' as-wide' : ''}`}>
      <header className="as-head">
        <div className="as-model">
          <strong title={status?.modelName}>{status === null || status.modelName === '' ? t('panel.noModel') : status.modelName}</strong>
          {status?.simulated && <span className="as-mark">{t('panel.simulated')}</span>}
          {status?.state === 'ready' && !status.simulated && <span className="as-mark">{t(status.local ? 'panel.local' : 'panel.foreign')}</span>}
        </div>
        <HeadButton label={t('panel.anew')} icon={<IconPlus />} disabled={store.running !== null} onClick={() => store.startAnew()} />
        <HeadButton label={t('panel.history')} icon={<IconHistory />} pressed={historyOpen} onClick={() => store.showHistory(!historyOpen)} />
        <span className="as-widen">
          <HeadButton label={t(wide ? 'panel.narrow' : 'panel.wide')} icon={wide ? <IconMinimize /> : <IconMaximize />} pressed={wide} onClick={widen} />
        </span>
      </header>
      {historyOpen ? (
        <HistoryView store={store} />
      ) : (
        <>
          <div className="as-scroll">
            {statusError !== null && <ErrorCard error={statusError} onRetry={() => void store.readStatus()} />}
            {statusError === null && status === null && <ListSkeleton />}
            {status !== null && status.state !== 'ready' && <NotReady status={status} close={close} />}
            {status?.state === 'ready' && turns.length === 0 && (
              <EmptyState text={t('panel.empty')} help={t(status.unmasked ? 'panel.emptyUnmasked' : 'panel.emptyHelp')} />
            )}
            <ul className="as-turns" aria-label={t('panel.conversation')}>
              {turns.map((turn) => (
                <TurnBlock key={turn.key} store={store} turn={turn} onLeave={close} />
              ))}
            </ul>
            <EndOfTalk store={store} />
          </div>
          {notice !== null && <Alert kind="warning" text={notice} />}
          <AskBox store={store} />
        </>
      )}
      <SentDialog store={store} />
    </div>
  );
});

interface HeadButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
}

function HeadButton({ label, icon, onClick, disabled = false, pressed }: HeadButtonProps) {
  return (
    <Button
      size="small"
      theme={pressed === true ? 'light' : 'borderless'}
      type="tertiary"
      icon={icon}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    />
  );
}

/** Why nobody answers, and for whoever may change it the way there. */
function NotReady({ status, close }: { readonly status: AssistantStatus; readonly close: () => void }) {
  const { t, pageAddress, navigate } = usePlugin();
  const address = pageAddress(SETTINGS_MENU);
  return (
    <EmptyState text={t(`panel.state.${status.state}`)} help={t(`panel.stateHelp.${status.state}`, { host: status.host })}>
      {address !== undefined && (
        <Button
          theme="light"
          onClick={() => {
            close();
            navigate(address);
          }}
        >
          {t('panel.toSettings')}
        </Button>
      )}
    </EmptyState>
  );
}

/** Keeps the latest words in view while they come, unless somebody has scrolled up to read. */
const EndOfTalk = observer(function EndOfTalk({ store }: { readonly store: AssistantStore }) {
  const end = useRef<HTMLDivElement>(null);
  const { turns } = store;
  const last = turns.at(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows what is said, not what this component knows
  useEffect(() => {
    const box = end.current?.parentElement;
    if (!box) return;
    const away = box.scrollHeight - box.scrollTop - box.clientHeight;
    if (away < NEAR_END || last?.answered === '') box.scrollTop = box.scrollHeight;
  }, [turns.length, last?.answered, last?.state]);
  return <div ref={end} />;
});

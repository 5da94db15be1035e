import { Button } from '@nephra/plugin-sdk/ui';
import { ApiError, type PageProps, usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, EmptyState, ErrorCard, ListSkeleton, PageFrame, textOfHtml, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { LetterView, MailConfig } from '../contract/mail.contract.ts';
import type { AnswerKind } from '../domain/answer.ts';
import { answerTo, draftGoneOn, newLetter } from './write/beginnings.ts';
import { type Beginning, ComposeStore } from './write/compose.store.ts';
import { dateLine } from './write/date-line.ts';
import { FolderPane } from './folder.pane.tsx';
import { LettersPane } from './letters.pane.tsx';
import { ListPane } from './list.pane.tsx';
import { MailStore, OWN_LETTERS } from './mail.store.ts';
import { ReadingPane } from './read/reading.pane.tsx';
import './mail.css';

const ComposePane = lazy(() => import('./write/compose.pane.tsx').then((module) => ({ default: module.ComposePane })));
const DoubtfulLetter = lazy(() => import('./write/doubtful.view.tsx').then((module) => ({ default: module.DoubtfulLetter })));
const SetupDialog = lazy(() => import('./setup.dialog.tsx').then((module) => ({ default: module.SetupDialog })));

/** What takes the third pane in place of the letter that is read. */
type Desk = { readonly kind: 'writing'; readonly letter: ComposeStore } | { readonly kind: 'doubtful'; readonly letter: LetterView } | null;

const PLUGIN_SETTINGS = 'system.pluginSettings';
const isPasswordRefused = (problem: unknown): boolean => problem instanceof ApiError && problem.error === 'mail.server-password';

function NotReady({ config, onSetUp }: { readonly config: MailConfig; readonly onSetUp: () => void }) {
  const { t, pageAddress, navigate } = usePlugin();
  const { state, imapHost } = config;
  const settings = pageAddress(PLUGIN_SETTINGS);
  return (
    <EmptyState text={t(`state.${state}`)} help={t(`state.${state}Help`, { host: imapHost })}>
      {state === 'new' && (
        <Button theme="solid" type="primary" onClick={onSetUp}>
          {t('state.setUp')}
        </Button>
      )}
      {state === 'off' && settings !== undefined && <Button onClick={() => navigate(settings)}>{t('page.toSettings')}</Button>}
    </EmptyState>
  );
}

/** The own mailbox (wire facts 10, `extend-email`): folders, letters, one letter; on a phone one after the other. */
export const Page = observer(function MailPage({ menu }: PageProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new MailStore(ctx));
  const [desk, setDesk] = useState<Desk>(null);
  const [settings, setSettings] = useState(false);
  useEffect(() => void store.begin(), [store]);
  useEffect(() => () => (desk?.kind === 'writing' ? desk.letter.dispose() : undefined), [desk]);
  const { config, problem } = store;

  const write = (beginning: Beginning) => {
    setDesk({ kind: 'writing', letter: new ComposeStore(ctx, store.client, beginning) });
    store.show('letter');
  };
  // What was being written is kept as a draft and makes room.
  const read = (id: string) => {
    setDesk(null);
    void store.open(id);
  };
  const choose = (folder: string) => {
    setDesk(null);
    store.choose(folder);
  };
  const answer = (kind: AnswerKind) => {
    const { letter } = store;
    if (!config || !letter) return;
    const text = letter.text.trim() === '' ? textOfHtml(letter.html) : letter.text;
    write(answerTo(ctx, kind, letter, config, dateLine(letter.fdate, ctx.language), text));
  };
  const goOn = () => {
    const { letter } = store;
    if (letter) write(draftGoneOn(letter, letter.text.trim() === '' ? textOfHtml(letter.html) : letter.text));
  };
  const openLetter = async (id: string) => {
    const { data } = await store.client.letter({ params: { id } });
    if (data.state === 'draft') {
      const parts = (data.forwardParts ?? []).map((part) => ({ part, name: part, type: '', size: 0, fetchable: true }));
      const source = data.draftOf || data.answers;
      const named = parts.length > 0 && source ? await store.client.one({ params: { id: source } }, { quiet: true }).catch(() => null) : null;
      const forwards = parts.map((one) => named?.data.attachments.find(({ part }) => part === one.part) ?? one);
      setDesk({ kind: 'writing', letter: ComposeStore.of(ctx, store.client, data, forwards) });
    } else setDesk({ kind: 'doubtful', letter: data });
    store.show('letter');
  };
  const done = () => {
    setDesk(null);
    store.show(store.letterId === null ? 'list' : 'letter');
    void store.refresh();
  };
  const decide = async (id: string, verdict: 'arrived' | 'again') => {
    await store.acts.run(`decide/${id}`, [id, verdict], (options) => store.client.decide({ params: { id }, body: { verdict } }, options));
    done();
  };
  const saved = () => {
    setSettings(false);
    void store.begin();
  };

  return (
    <PageFrame title={menu.fullName}>
      {problem !== null && <ErrorCard error={problem} onRetry={() => void store.begin()} />}
      {problem === null && config === null && <ListSkeleton />}
      {config !== null && config.state !== 'ready' && <NotReady config={config} onSetUp={() => setSettings(true)} />}
      {config?.state === 'ready' && isPasswordRefused(store.folderProblem) && (
        <Alert kind="warning" text={t('page.passwordRefused')}>
          <Button size="small" onClick={() => setSettings(true)}>
            {t('page.newPassword')}
          </Button>
        </Alert>
      )}
      {config !== null && config.state === 'ready' && (
        <div className="mail-panes" data-pane={store.pane}>
          <FolderPane store={store} onChoose={choose} onWrite={() => write(newLetter(config))} onSettings={() => setSettings(true)} />
          {store.folder === OWN_LETTERS ? (
            <LettersPane store={store} onOpen={(id) => void openLetter(id).catch(() => undefined)} />
          ) : (
            <ListPane store={store} onOpen={read} />
          )}
          <Suspense fallback={<ListSkeleton />}>
            {desk === null && <ReadingPane store={store} onAnswer={answer} onGoOn={goOn} />}
            {desk?.kind === 'writing' && <ComposePane key={desk.letter.id} store={desk.letter} from={config.address} canSend={config.canSend} onDone={done} />}
            {desk?.kind === 'doubtful' && <DoubtfulLetter letter={desk.letter} onDecide={(verdict) => decide(desk.letter.id, verdict)} onBack={done} />}
          </Suspense>
        </div>
      )}
      {settings && config !== null && (
        <Suspense fallback={null}>
          <SetupDialog store={store} config={config} onClose={() => setSettings(false)} onSaved={saved} />
        </Suspense>
      )}
    </PageFrame>
  );
});

import { Button, IconRefresh } from '@nephra/plugin-sdk/ui';
import { type PageProps, usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState, ErrorCard, ExportButton, PageFrame, useSlices, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { FigurePanelView } from '../contract/index.ts';
import './figures.css';
import { FiguresStore } from './figures.store.ts';
import { PanelCard, PanelSkeletons } from './panel.card.tsx';
import { PeriodBar } from './period.bar.tsx';
import { RowsDrawer } from './rows.drawer.tsx';
import { periodText } from './words.ts';

interface PanelsProps {
  readonly store: FiguresStore;
  readonly panels: readonly FigurePanelView[];
}

/** Panels come one by one: each is tiles, charts and tables. */
const Panels = observer(function Panels({ store, panels }: PanelsProps) {
  const drawn = useSlices(panels.length, 1, 1);
  return (
    <div className="fg-panels" aria-busy={store.loading || drawn < panels.length || undefined}>
      {panels.slice(0, drawn).map((panel) => (
        <PanelCard key={panel.id} store={store} panel={panel} />
      ))}
    </div>
  );
});

/** A day, among other words. */
const DAY = /(\d{4}-\d{2}-\d{2})/;

/** A sentence that wraps between its words and never within a day. */
const WholeDays = ({ text }: { readonly text: string }) =>
  text
    .split(DAY)
    .map((part, place) => ({ part, place }))
    .map(({ part, place }) => (
      <span key={place} className={DAY.test(part) ? 'fg-whole' : undefined}>
        {part}
      </span>
    ));

/** What happened in a period and what is there now, by panels of the plugins: drawn, opened down to the rows, exported. */
export const Page = observer(function FiguresPage(_props: PageProps) {
  const ctx = usePlugin();
  const { t, language } = ctx;
  const store = useStore(() => new FiguresStore(ctx));
  // biome-ignore lint/correctness/useExhaustiveDependencies: panels speak the language of the screen
  useEffect(() => void store.load(), [store, language]);
  const { answer, loading, error } = store;
  return (
    <PageFrame
      title={t('title')}
      note={answer && <WholeDays text={t('note', { period: periodText(t, answer), before: periodText(t, answer.before) })} />}
      fill={false}
      actions={
        <>
          <Button icon={<IconRefresh />} loading={loading} onClick={() => void store.load()}>
            {t('refresh')}
          </Button>
          <ExportButton button="btn_export" call={store.export} />
        </>
      }
    >
      <PeriodBar store={store} />
      {error !== null && !loading && <ErrorCard error={error} onRetry={() => void store.load()} />}
      {answer === null && loading && <PanelSkeletons />}
      {answer !== null && <Panels store={store} panels={answer.list} />}
      {answer !== null && answer.list.length === 0 && <EmptyState text={t('noPanels')} help={t('noPanelsHelp')} />}
      <RowsDrawer store={store} />
    </PageFrame>
  );
});

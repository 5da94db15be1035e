import { Button, SideSheet, TabPane, Tabs } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { DateText, DescriptionList, ErrorCard, ListSkeleton, StatusTag } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { ExchangeRecord } from '../../../contract/index.ts';
import type { ExchangeStore } from './exchange.store.ts';
import { JsonTree } from './json-tree.tsx';
import { exchangeStates, infnoText, reasonText } from '../words.ts';
import './exchange.css';

interface ExchangeDrawerProps {
  readonly store: ExchangeStore;
  /** Acts at the foot. */
  readonly acts?: (exchange: ExchangeRecord) => ReactNode;
}

/** Request and answer of one exchange, readable and raw. Names and numbers of people come masked from the server. */
export const ExchangeDrawer = observer(function ExchangeDrawer({ store, acts }: ExchangeDrawerProps) {
  const { t } = usePlugin();
  const { view } = store;
  const exchange = view.kind === 'open' ? view.exchange : null;
  return (
    <SideSheet
      visible={view.kind !== 'closed'}
      title={exchange ? `${exchange.infno} ${infnoText(t, exchange.infno)}` : t('log.drawer')}
      width="min(820px, 100vw)"
      onCancel={() => store.close()}
      footer={exchange && acts && <div className="in-foot">{acts(exchange)}</div>}
    >
      {view.kind === 'loading' && <ListSkeleton />}
      {view.kind === 'failed' && <ErrorCard error={view.error} onRetry={() => void store.open(view.id)} />}
      {exchange && <ExchangeBody exchange={exchange} />}
    </SideSheet>
  );
});

function ExchangeBody({ exchange }: { readonly exchange: ExchangeRecord }) {
  const { t } = usePlugin();
  return (
    <div className="in-exchange">
      <DescriptionList
        columns={2}
        items={[
          { label: t('log.result'), value: <StatusTag value={exchange.state} table={exchangeStates(t)} /> },
          { label: 'infcode', value: exchange.infcode },
          { label: t('log.message'), value: reasonText(t, exchange.errMsg), span: 2 },
          { label: 'msgid', value: <code className="in-code">{exchange.msgid}</code>, span: 2 },
          { label: t('log.sent'), value: <DateText value={exchange.sendTime} variant="exact" /> },
          { label: t('log.answered'), value: exchange.answerTime === null ? t('log.noAnswer') : <DateText value={exchange.answerTime} variant="exact" /> },
          { label: t('log.took'), value: exchange.ms === null ? '' : t('log.ms', { n: exchange.ms }) },
          { label: t('log.attempts'), value: exchange.attempts },
          { label: t('log.patient'), value: exchange.patientName },
          { label: t('log.operator'), value: exchange.operatorName },
          { label: t('log.source'), value: t(`log.from.${exchange.source}`) },
          ...(exchange.replayOf === null ? [] : [{ label: t('log.replayOf'), value: exchange.replayOf }]),
        ]}
      />
      <Message title={t('log.request')} text={exchange.request} />
      <Message title={t('log.answer')} text={exchange.answer} />
    </div>
  );
}

function parsed(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

function Message({ title, text }: { readonly title: string; readonly text: string }) {
  const { t, toast } = usePlugin();
  const json = parsed(text);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(t('log.copied'));
    } catch {
      // Without TLS browsers keep the clipboard shut: the raw text can be marked and copied by hand.
      toast.warning(t('log.copyByHand'));
    }
  };
  return (
    <section className="in-message" aria-label={title}>
      <header>
        <h3>{title}</h3>
        {text !== '' && (
          <Button size="small" theme="light" type="tertiary" onClick={() => void copy()}>
            {t('log.copy')}
          </Button>
        )}
      </header>
      {text === '' ? (
        <p className="in-soft">{t('log.nothing')}</p>
      ) : (
        <Tabs type="button" size="small" defaultActiveKey={json ? 'tree' : 'raw'} keepDOM={false}>
          {json && (
            <TabPane tab={t('log.tree')} itemKey="tree">
              <JsonTree value={json.value} />
            </TabPane>
          )}
          <TabPane tab={t('log.raw')} itemKey="raw">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the text scrolls and must be reachable with the keyboard */}
            <pre tabIndex={0}>{text}</pre>
          </TabPane>
        </Tabs>
      )}
    </section>
  );
}

import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin, useButtonPermission } from '@nephra/plugin-sdk/web';
import { DateText, EditDialog, ListPage, PageFrame, PermissionButton, StatusTag, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { ExchangeRecord } from '../../contract/index.ts';
import { ExchangeDrawer } from '../parts/exchange/exchange.drawer.tsx';
import { InsuranceHeads } from '../parts/insurance-heads.tsx';
import { LineStore } from '../parts/line.store.ts';
import { exchangeStates, infnoText, reasonText } from '../parts/words.ts';
import { LOGGED, LogStore } from './log.store.ts';
import { QuerySheet } from './query.sheet.tsx';

/** Every exchange with the platform, newest first. */
export const Page = observer(function LogPage() {
  const ctx = usePlugin();
  const { t } = ctx;
  const mayNote = useButtonPermission('btn_note');
  const line = useStore(() => new LineStore(ctx));
  const store = useStore(() => new LogStore(ctx));
  const [asking, setAsking] = useState(false);
  const states = exchangeStates(t);
  const acts = (exchange: ExchangeRecord) => (
    <>
      {exchange.testRegion && exchange.source === 'server' && (
        <PermissionButton button="btn_replay" theme="light" type="primary" onClick={() => store.replay(exchange)}>
          {t('log.replay')}
        </PermissionButton>
      )}
      {exchange.source === 'workstation' && mayNote && (
        <>
          <Button theme="light" type="primary" onClick={() => store.editNote(exchange)}>
            {t('log.complete')}
          </Button>
          <PermissionButton button="btn_note" theme="light" danger confirm={t('log.removeAsk')} onClick={() => store.remove(exchange)}>
            {t('log.remove')}
          </PermissionButton>
        </>
      )}
    </>
  );
  return (
    <PageFrame title={t('log.title')}>
      <InsuranceHeads line={line} />
      <div className="in-list">
        <ListPage
          label={t('log.title')}
          store={store.list}
          columns={[
            { prop: 'sendTime', label: t('log.sent'), width: 172, fixed: 'left', render: (row) => <DateText value={row.sendTime} variant="exact" /> },
            { prop: 'state', label: t('log.result'), width: 112, render: (row) => <StatusTag value={row.state} table={states} /> },
            {
              prop: 'infno',
              label: t('log.infno'),
              minWidth: 170,
              always: true,
              text: (row) => `${row.infno} ${infnoText(t, row.infno)}`,
              render: (row) => (
                <>
                  <code>{row.infno}</code> {infnoText(t, row.infno)}
                </>
              ),
            },
            { prop: 'patientName', label: t('log.patient'), minWidth: 120 },
            { prop: 'errMsg', label: t('log.message'), minWidth: 200, text: (row) => reasonText(t, row.errMsg), render: (row) => reasonText(t, row.errMsg) },
            { prop: 'ms', label: t('log.took'), width: 88, align: 'right', render: (row) => (row.ms === null ? '–' : t('log.ms', { n: row.ms })) },
            { prop: 'attempts', label: t('log.attempts'), width: 92, align: 'right' },
            { prop: 'operatorName', label: t('log.operator'), minWidth: 100 },
            { prop: 'source', label: t('log.source'), width: 96, hiddenAtFirst: true, render: (row) => t(`log.from.${row.source}`) },
            { prop: 'msgid', label: 'msgid', width: 250, hiddenAtFirst: true },
          ]}
          search={[
            { kind: 'dateRange', name: 'day', label: t('log.day'), max: 'today' },
            { kind: 'select', name: 'infno', label: t('log.infno'), options: LOGGED.map((value) => ({ value, text: `${value} ${infnoText(t, value)}` })) },
            { kind: 'select', name: 'state', label: t('log.result'), options: states },
            { kind: 'text', name: 'keyword', label: t('log.keyword') },
          ]}
          toolbar={[
            { key: 'query', text: t('log.query'), button: 'btn_query', primary: true, onClick: () => setAsking(true) },
            { key: 'note', text: t('log.note'), button: 'btn_note', onClick: () => store.editNote() },
          ]}
          rowActions={[{ key: 'open', text: t('log.open'), onClick: (row) => store.exchange.open(row.id) }]}
          onOpen={(row) => void store.exchange.open(row.id)}
          emptyText={t('log.empty')}
        />
      </div>
      <ExchangeDrawer store={store.exchange} acts={acts} />
      <EditDialog
        form={store.note?.form ?? null}
        title={t(store.note?.id ? 'log.complete' : 'log.note')}
        onSave={store.saveNote}
        onSaved={store.noted}
        onClose={() => store.endNote()}
      />
      {asking && <QuerySheet onClose={() => setAsking(false)} onExchange={(id) => void store.exchange.open(id)} />}
    </PageFrame>
  );
});

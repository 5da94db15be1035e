import { formatInstant } from '@nephra/plugin-sdk/contract';
import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, type Column, ExportButton, ListPage, StatusTag, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useMemo } from 'react';
import { LOG_TYPES, type LogType } from '../../contract/log/limits.ts';
import type { LogRow } from '../../contract/log/log.contract.ts';
import { LogStore, SECONDS } from './log.store.ts';
import '../quiet.css';

const LogDrawer = lazy(() => import('./log.drawer.tsx').then((module) => ({ default: module.LogDrawer })));

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
const OUTCOME_TONES = [
  { value: 'ok', tone: 'success' },
  { value: 'refused', tone: 'warning' },
  { value: 'failed', tone: 'danger' },
] as const;

const SHOWN: Readonly<Record<LogType, readonly (keyof LogRow)[]>> = {
  [LOG_TYPES.login]: ['creatorTime', 'userName', 'ipaddress', 'platForm', 'moduleTitle', 'outcome', 'abstracts'],
  [LOG_TYPES.request]: ['creatorTime', 'userName', 'requestMethod', 'requestURL', 'requestDuration', 'outcome', 'abstracts', 'ipaddress', 'platForm'],
  [LOG_TYPES.operation]: ['creatorTime', 'userName', 'moduleTitle', 'requestMethod', 'requestURL', 'requestDuration', 'outcome', 'abstracts', 'ipaddress'],
  [LOG_TYPES.exception]: ['creatorTime', 'moduleTitle', 'abstracts', 'userName', 'ipaddress'],
};
const WIDTHS: Partial<Record<keyof LogRow, object>> = {
  creatorTime: { width: 168, always: true },
  userName: { width: 110 },
  ipaddress: { width: 130 },
  platForm: { width: 172 },
  moduleTitle: { minWidth: 220 },
  requestMethod: { width: 84 },
  requestURL: { minWidth: 190 },
  requestDuration: { width: 110, align: 'right' },
  outcome: { width: 100 },
  abstracts: { minWidth: 150 },
};

/** One of the four logs: search, lines, export and, where lines may go, deleting. */
export const LogList = observer(function LogList({ type }: { readonly type: LogType }) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new LogStore(ctx, type));
  const name = t(`log.types.${type}`);
  const columns = useMemo<readonly Column<LogRow>[]>(() => {
    const outcomes = OUTCOME_TONES.map(({ value, tone }) => ({ value, tone, text: t(`log.outcomes.${value}`) }));
    const draw: Partial<Record<keyof LogRow, Pick<Column<LogRow>, 'render' | 'text'>>> = {
      creatorTime: { render: (row) => formatInstant(row.creatorTime, SECONDS) },
      userName: { render: (row) => row.userName || <span className="sys-quiet">{t('log.nobody')}</span> },
      outcome: { render: (row) => <StatusTag value={row.outcome} table={outcomes} /> },
      moduleTitle: { render: (row) => row.moduleTitle || <code>{row.moduleName}</code>, text: (row) => row.moduleTitle || row.moduleName },
      requestURL: { render: (row) => <code>{row.requestURL}</code>, text: (row) => row.requestURL },
    };
    return SHOWN[type].map((prop) => ({ prop, label: t(`log.${prop}`), ...WIDTHS[prop], ...draw[prop] }));
  }, [t, type]);
  return (
    <>
      <ListPage
        label={name}
        settingsKey={type}
        store={store.list}
        columns={columns}
        emptyText={t('log.empty')}
        selection={store.removable ? 'multiple' : 'none'}
        search={[
          { kind: 'text', name: 'keyword', label: t('log.keyword'), placeholder: t('log.keywordHint') },
          { kind: 'text', name: 'userName', label: t('log.userName') },
          { kind: 'date', name: 'from', label: t('log.from'), max: 'today' },
          { kind: 'date', name: 'to', label: t('log.to'), max: 'today' },
          { kind: 'text', name: 'ipaddress', label: t('log.ipaddress') },
          { kind: 'text', name: 'moduleName', label: t('log.moduleTitle') },
          ...(type === LOG_TYPES.request || type === LOG_TYPES.operation
            ? [{ kind: 'select', name: 'requestMethod', label: t('log.requestMethod'), options: METHODS.map((value) => ({ value, text: value })) } as const]
            : []),
        ]}
        toolbar={
          store.removable
            ? [
                {
                  key: 'remove',
                  text: t('log.remove'),
                  button: 'btn_remove',
                  danger: true,
                  disabled: store.list.selectedRows.length === 0,
                  confirm: t('log.removeAsk', { n: store.list.selectedRows.length }),
                  onClick: store.removeChosen,
                },
                { key: 'clear', text: t('log.clear'), button: 'btn_remove', danger: true, confirm: t('log.clearAsk', { name }), onClick: store.clear },
              ]
            : []
        }
        toolbarExtra={<ExportButton button="btn_download" call={(options) => store.client.export({ params: { type }, query: store.query }, options)} />}
        rowActions={[{ key: 'open', text: t('log.open'), onClick: (row) => store.show(row.id) }]}
        onOpen={(row) => store.show(row.id)}
      >
        {!store.removable && <Alert kind="info" text={t('log.kept')} />}
        {store.searchedBackTo !== null && (
          <p role="status" className="sys-quiet">
            {t('log.searchedBackTo', { at: formatInstant(store.searchedBackTo, SECONDS) })}
            <Button theme="borderless" size="small" onClick={store.searchEarlier}>
              {t('log.searchEarlier')}
            </Button>
          </p>
        )}
      </ListPage>
      <Suspense fallback={null}>{store.open !== null && <LogDrawer store={store} id={store.open} />}</Suspense>
    </>
  );
});

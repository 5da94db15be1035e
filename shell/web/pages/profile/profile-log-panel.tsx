import { observer } from 'mobx-react-lite';
import { createClient, type HttpPort } from '@nephra/plugin-sdk/web';
import { type DateRange, DateText, ListPage, ListStore, StatusTag, useStore } from '@nephra/plugin-sdk/widgets';
import { LOG_CATEGORIES, type OwnLogRow, profileContract } from '../../../contract/index.ts';
import { useShell } from '../../shell-context.tsx';

interface LogFilter {
  category: number;
  keyword: string;
  time: DateRange;
}

const logList = (http: HttpPort) =>
  new ListStore<OwnLogRow, LogFilter>({
    rowKey: 'id',
    filter: { category: LOG_CATEGORIES[0] },
    load: ({ time, ...query }, signal) =>
      createClient(profileContract, http).systemLog(
        { query: { ...query, ...(time === undefined ? {} : { startTime: time[0], endTime: time[1] }) } },
        { signal, quiet: true },
      ),
  });

const requestOf = (row: OwnLogRow) => `${row.requestMethod} ${row.requestURL}`.trim();

const OUTCOMES = ['ok', 'refused', 'failed'] as const;
const TONES = { ok: 'success', refused: 'warning', failed: 'danger' } as const;

/** Own entries of the audit log: signing in and out, and what was done (spec 7.11, SystemLog). */
export const ProfileLogPanel = observer(function ProfileLogPanel() {
  const { t, http } = useShell();
  const store = useStore(() => logList(http));
  const isComing = (store.filter.category ?? LOG_CATEGORIES[0]) === LOG_CATEGORIES[0];
  return (
    <div className="nf-profile-log">
      <ListPage<OwnLogRow, LogFilter>
        label={t('profile.tab.log')}
        store={store}
        columnSettings={false}
        search={[
          {
            kind: 'select',
            name: 'category',
            label: t('profile.log.category'),
            required: true,
            options: LOG_CATEGORIES.map((one) => ({ value: one, text: t(`profile.log.categories.${one}`) })),
          },
          { kind: 'dateRange', name: 'time', label: t('profile.log.time'), max: 'today' },
          { kind: 'text', name: 'keyword', label: t('profile.log.keyword') },
        ]}
        columns={[
          { prop: 'creatorTime', label: t('profile.log.at'), width: 150, render: (row) => <DateText value={row.creatorTime} /> },
          {
            prop: 'class',
            label: t('profile.log.kind'),
            width: 100,
            render: (row) => t(isComing ? `profile.log.acts.${row.moduleName.replace('session.', '')}` : `profile.log.classes.${row.class}`),
          },
          {
            prop: 'requestURL',
            label: t('profile.log.address'),
            minWidth: 190,
            render: (row) => requestOf(row),
            text: (row) => requestOf(row),
          },
          { prop: 'ipaddress', label: t('profile.log.ip'), width: 122 },
          { prop: 'platForm', label: t('profile.log.platform'), width: 150, render: (row) => row.platForm || '–' },
          {
            prop: 'requestDuration',
            label: t('profile.log.duration'),
            width: 92,
            align: 'right',
            render: (row) => (row.requestDuration === 0 ? '–' : t('profile.log.milliseconds', { n: row.requestDuration })),
          },
          {
            prop: 'outcome',
            label: t('profile.log.outcome'),
            width: 88,
            render: (row) => (
              <StatusTag value={row.outcome} table={OUTCOMES.map((value) => ({ value, text: t(`profile.log.outcomes.${value}`), tone: TONES[value] }))} />
            ),
          },
        ]}
      />
    </div>
  );
});

import type { ReplyOf } from '@nephra/plugin-sdk/contract';
import { SideSheet } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { ListPage, ListStore, StatusTag, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { boardContract } from '../../contract/board.contract.ts';
import { ABSENCE_REASONS } from '../../contract/limits.ts';
import type { BoardStore } from '../board/board.store.ts';

type Missed = ReplyOf<(typeof boardContract)['routes']['missed']>['list'][number];

/** Who did not come within the last 30 days, and whom somebody should call. */
export const MissedSheet = observer(function MissedSheet({ store, onClose }: { readonly store: BoardStore; readonly onClose: () => void }) {
  const { t } = usePlugin();
  const list = useStore(
    () =>
      new ListStore<Missed, object>({
        rowKey: 'slotId',
        load: ({ currentPage, pageSize }, signal) => store.client.missed({ query: { currentPage, pageSize } }, { signal, quiet: true }),
      }),
  );
  const known = (reason: string) => ((ABSENCE_REASONS as readonly string[]).includes(reason) ? t(`absence.${reason}`) : reason);
  return (
    <SideSheet visible title={t('missed.title')} width="min(720px, 100vw)" onCancel={onClose}>
      <ListPage
        label={t('missed.title')}
        store={list}
        columnSettings={false}
        emptyText={t('missed.none')}
        columns={[
          { prop: 'patientName', label: t('missed.patient'), minWidth: 100 },
          { prop: 'date', label: t('missed.day'), width: 110 },
          { prop: 'shiftName', label: t('board.shift'), width: 90 },
          { prop: 'reason', label: t('board.absenceReason'), minWidth: 100, render: ({ reason }) => known(reason) },
          { prop: 'count', label: t('missed.count'), width: 90, align: 'right' },
          {
            prop: 'toCall',
            label: t('missed.todo'),
            width: 100,
            render: ({ toCall }) => (
              <StatusTag
                value={toCall ? 1 : 0}
                table={[
                  { value: 1, text: t('missed.call'), tone: 'danger' },
                  { value: 0, text: '–', tone: 'neutral' },
                ]}
              />
            ),
          },
        ]}
      />
    </SideSheet>
  );
});

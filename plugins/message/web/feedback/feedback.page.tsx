import { grantCode, type UploadedFile } from '@nephra/plugin-sdk/contract';
import { type PageProps, usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import {
  AttachmentList,
  type Column,
  DateText,
  dateColumn,
  EditDialog,
  FilterChips,
  ListPage,
  statusColumn,
  statusTable,
  textColumn,
  useAsked,
  useStore,
} from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { FeedbackRow } from '../../contract/feedback/feedback.contract.ts';
import { FEEDBACK_STATES } from '../../contract/feedback/feedback-limits.ts';
import { FeedbackStore } from './feedback.store.ts';
import './feedback.css';

const TONES = { new: 'warning', working: 'info', done: 'success' } as const;
const statesOf = (t: WebContext['t']) => statusTable(TONES, (value) => t(`feedback.states.${value}`));

const columnsOf = (t: WebContext['t'], show: (row: FeedbackRow) => void): readonly Column<FeedbackRow>[] => [
  {
    ...{ prop: 'text', label: t('feedback.text'), minWidth: 160, always: true },
    render: (row) => (
      <button type="button" className="message-feedback-cell" onClick={() => show(row)}>
        {row.text}
      </button>
    ),
    text: ({ text }) => text,
  },
  statusColumn('state', t('feedback.state'), { width: 106, always: true, table: statesOf(t) }),
  { prop: 'creatorUser', label: t('feedback.by'), width: 110 },
  { prop: 'organizeName', label: t('feedback.organize'), minWidth: 140 },
  { prop: 'pageTitle', label: t('feedback.page'), minWidth: 130, render: ({ pageTitle, place }) => pageTitle || place || '–' },
  dateColumn('creatorTime', t('feedback.time')),
  textColumn('browser', t('feedback.browser'), { width: 160, hiddenAtFirst: true }),
  textColumn('productVersion', t('feedback.version'), { width: 100, hiddenAtFirst: true }),
  textColumn('answeredBy', t('feedback.answeredBy'), { width: 120 }),
];

function Facts({ row }: { readonly row: FeedbackRow }) {
  const { t } = usePlugin();
  const facts: readonly (readonly [string, string])[] = [
    ['by', [row.creatorUser, row.organizeName].filter(Boolean).join(' · ')],
    ['page', [row.pageTitle, row.place].filter(Boolean).join(' · ')],
    ['browser', [row.browser, row.screen].filter(Boolean).join(' · ')],
    ['version', row.productVersion],
  ];
  return (
    <dl className="message-feedback-facts">
      {facts.map(([name, value]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{t(`feedback.${name}`)}</dt>
          <dd>{value || '–'}</dd>
        </div>
      ))}
      <dt>{t('feedback.time')}</dt>
      <dd>
        <DateText value={row.creatorTime} />
      </dd>
    </dl>
  );
}

/** 意见反馈: what people said, where it stands, and what they were answered. */
export const Page = observer(function FeedbackPage({ menu, query }: PageProps) {
  const ctx = usePlugin();
  const { t, can } = ctx;
  const mayHandle = can(grantCode('button', menu.enCode, 'btn_handle'));
  const store = useStore(() => new FeedbackStore(ctx, mayHandle));
  useAsked(query, 'id', (id) => void store.showAsked(id).catch(() => undefined));
  const columns = useMemo(() => columnsOf(t, store.show), [t, store]);
  const { list, form, open } = store;
  const files = open && open.files !== '' ? (JSON.parse(open.files) as UploadedFile[]) : [];
  return (
    <>
      <ListPage
        title={menu.fullName}
        store={list}
        columns={columns}
        emptyText={t('feedback.none')}
        search={[{ kind: 'text', name: 'keyword', label: t('feedback.keyword') }]}
        onOpen={store.show}
        rowActions={[{ key: 'handle', text: t('feedback.handle'), button: 'btn_handle', onClick: store.show }]}
      >
        <FilterChips
          label={t('feedback.state')}
          chips={[{ value: '' as const, label: t('feedback.all') }, ...FEEDBACK_STATES.map((value) => ({ value, label: t(`feedback.states.${value}`) }))]}
          chosen={list.filter.state ?? ''}
          onChoose={(state) => void list.search({ state })}
        />
      </ListPage>
      <EditDialog form={form} title={t('feedback.title')} width={640} columns={1} onClose={store.close} onSave={store.save} onSaved={() => list.reload()}>
        {open && (
          <div className="message-feedback-asked">
            <p className="message-feedback-said">{open.text}</p>
            <Facts row={open} />
            {files.length > 0 && <AttachmentList files={files} label={t('feedback.picture')} />}
          </div>
        )}
      </EditDialog>
    </>
  );
});

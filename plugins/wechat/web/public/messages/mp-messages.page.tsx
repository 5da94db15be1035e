import '../../wechat.css';
import { type PageProps, usePlugin, type WebContext, wordOf } from '@nephra/plugin-sdk/web';
import {
  type Column,
  dateColumn,
  EditDialog,
  FilterChips,
  ListPage,
  PageFrame,
  PageTabs,
  StatusTag,
  statusColumn,
  statusTable,
  textColumn,
  type Tone,
  useStore,
} from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo, useState } from 'react';
import type { PublicMessageState } from '../../../contract/public/public-limits.ts';
import type { AnswerRule, PublicMessageRow } from '../../../contract/public/public-message.contract.ts';
import { MpMessagesStore } from './mp-messages.store.ts';

const TONES: Readonly<Record<PublicMessageState, Tone>> = { received: 'info', sending: 'neutral', sent: 'success', refused: 'danger', doubtful: 'warning' };
/** What somebody did in the account, in words; the service calls it `CLICK` with the key of the button, and the like. */
function saidBy(t: WebContext['t'], { type, content }: PublicMessageRow): string {
  if (content === '') return t(`mpMessages.types.${type}`);
  if (type !== 'event') return content;
  const [event = '', ...key] = content.split(' ');
  return [wordOf(t, `mpMessages.events.${event.toLowerCase()}`, event), ...key].join(' ');
}

const nameOf = ({ patientName, openId }: PublicMessageRow): string => [patientName, openId].filter(Boolean).join(' ');

const messageColumns = (t: WebContext['t']): readonly Column<PublicMessageRow>[] => [
  { prop: 'openId', label: t('mpMessages.who'), minWidth: 170, always: true, render: nameOf, text: nameOf },
  {
    ...{ prop: 'content', label: t('mpMessages.content'), minWidth: 260, always: true, text: (row) => saidBy(t, row) },
    render: (row) => {
      const { type, answeredBy } = row;
      return (
        <>
          {type !== 'text' && <span className="wx-quiet">[{t(`mpMessages.types.${type}`)}] </span>}
          {answeredBy === 'bind' ? <span className="wx-quiet">{t('mpMessages.bindCode')}</span> : row.content && saidBy(t, row)}
          {answeredBy !== '' && answeredBy !== 'bind' && <small className="wx-quiet wx-block">{t('mpMessages.answeredBy', { name: answeredBy })}</small>}
        </>
      );
    },
  },
  statusColumn('state', t('mpMessages.state'), {
    minWidth: 130,
    table: statusTable(TONES, (value) => t(`mpMessages.states.${value}`)),
    reason: ({ reason }) => reason,
  }),
  textColumn('creatorUser', t('mpMessages.by'), { width: 110 }),
  dateColumn('creatorTime', t('mpMessages.time')),
];

const answerColumns = ({ t, language }: WebContext): readonly Column<AnswerRule>[] => [
  { prop: 'fullName', label: t('mpMessages.answerName'), minWidth: 140, always: true },
  {
    prop: 'kind',
    label: t('mpMessages.kind'),
    width: 170,
    render: ({ kind }) => t(`mpMessages.kinds.${kind}`),
    text: ({ kind }) => t(`mpMessages.kinds.${kind}`),
  },
  { prop: 'keywords', label: t('mpMessages.keywords'), minWidth: 160, render: ({ keywords }) => keywords.join(language === 'en' ? ', ' : '、') || '–' },
  { prop: 'match', label: t('mpMessages.match'), width: 150, render: ({ kind, match }) => (kind === 'keyword' ? t(`mpMessages.matches.${match}`) : '–') },
  { prop: 'content', label: t('mpMessages.answerText'), minWidth: 260 },
  { prop: 'sortCode', label: t('mpMessages.sort'), width: 80, align: 'right' },
  {
    ...{
      prop: 'enabledMark',
      label: t('mpMessages.state'),
      width: 100,
      text: ({ enabledMark }) => t(enabledMark === 1 ? 'mpMessages.enabled' : 'mpMessages.disabled'),
    },
    render: ({ enabledMark }) => (
      <StatusTag
        value={enabledMark}
        table={[
          { value: 1, text: t('mpMessages.enabled'), tone: 'success' },
          { value: 0, text: t('mpMessages.disabled'), tone: 'neutral' },
        ]}
      />
    ),
  },
];

/** Messages of the public account, and what it answers by itself. */
export const Page = observer(function MpMessagesPage({ menu }: PageProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new MpMessagesStore(ctx));
  const [tab, setTab] = useState<'messages' | 'answers'>('messages');
  const columns = useMemo(() => ({ messages: messageColumns(t), answers: answerColumns(ctx) }), [t, ctx]);
  const { messages, answers, replying, editing } = store;
  return (
    <PageFrame title={menu.fullName}>
      <PageTabs
        activeKey={tab}
        onChange={setTab}
        keep
        tabs={[
          {
            ...{ key: 'messages', title: t('mpMessages.messages') },
            content: (
              <ListPage
                label={t('mpMessages.messages')}
                settingsKey="messages"
                store={messages}
                columns={columns.messages}
                emptyText={t('mpMessages.empty')}
                rowActions={[
                  {
                    ...{ key: 'reply', text: t('mpMessages.reply'), button: 'btn_send', visible: ({ mayWrite }: PublicMessageRow) => mayWrite === 1 },
                    onClick: (row: PublicMessageRow) => store.reply(row),
                  },
                ]}
              >
                <FilterChips
                  label={t('mpMessages.direction')}
                  chips={(['', 'in', 'out'] as const).map((value) => ({ value, label: t(`mpMessages.${value === '' ? 'all' : value}`) }))}
                  chosen={messages.filter.direction ?? ''}
                  onChoose={(direction) => void messages.search({ direction })}
                />
              </ListPage>
            ),
          },
          {
            ...{ key: 'answers', title: t('mpMessages.answers') },
            content: (
              <ListPage
                label={t('mpMessages.answers')}
                settingsKey="answers"
                store={answers}
                columns={columns.answers}
                emptyText={t('mpMessages.answerEmpty')}
                toolbar={
                  ctx.user.isAdministrator
                    ? [{ key: 'add', text: t('mpMessages.answerAdd'), button: 'btn_answer', primary: true, onClick: () => store.edit(null) }]
                    : []
                }
                rowActions={
                  ctx.user.isAdministrator
                    ? [
                        { key: 'edit', text: t('mpMessages.answerEdit'), button: 'btn_answer', onClick: (rule: AnswerRule) => store.edit(rule) },
                        {
                          ...{ key: 'remove', text: t('mpMessages.answerRemove'), button: 'btn_answer', danger: true },
                          ...{
                            confirm: ({ fullName }: AnswerRule) => t('mpMessages.answerRemoveAsk', { name: fullName }),
                            onClick: (rule: AnswerRule) => store.removeAnswer(rule),
                          },
                        },
                      ]
                    : []
                }
              />
            ),
          },
        ]}
      />
      <EditDialog
        form={replying?.form ?? null}
        title={replying ? t('mpMessages.replyTitle', { name: nameOf(replying.row) }) : ''}
        saveText={t('mpMessages.reply')}
        onClose={() => store.closeReply()}
        onSave={store.send}
        onSaved={() => messages.reload()}
      />
      <EditDialog
        form={editing?.form ?? null}
        title={t(editing?.rule ? 'mpMessages.answerEdit' : 'mpMessages.answerAdd')}
        onClose={() => store.closeEdit()}
        onSave={store.saveAnswer}
        onSaved={() => answers.reload()}
      />
    </PageFrame>
  );
});

import { ActGroup, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, ListStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef } from 'mobx';
import {
  MAX_ANSWER_SORT,
  ANSWER_KINDS,
  ANSWER_MATCHES,
  type AnswerKind,
  type AnswerMatch,
  MAX_ANSWER_NAME,
  MAX_MESSAGE_TEXT,
} from '../../../contract/public/public-limits.ts';
import { type AnswerRule, publicMessageContract, type PublicMessageRow } from '../../../contract/public/public-message.contract.ts';

export interface MessageFilter {
  readonly direction: '' | 'in' | 'out';
}
interface ReplyForm {
  readonly content: string;
}
interface AnswerForm {
  readonly fullName: string;
  readonly kind: AnswerKind;
  readonly match: AnswerMatch;
  readonly words: string;
  readonly content: string;
  readonly sortCode: number | null;
  readonly enabled: boolean;
}

/** Words as people write them: with commas of either width, or lines, between. */
export const wordsIn = (text: string): string[] => [...new Set(text.split(/[,，、\n]/).map((word) => word.trim()))].filter((word) => word !== '');

/** Messages of followers and to them, and what is answered by itself. */
export class MpMessagesStore {
  readonly messages: ListStore<PublicMessageRow, MessageFilter>;
  readonly answers: ListStore<AnswerRule, object>;
  replying: { readonly row: PublicMessageRow; readonly form: FormStore<ReplyForm> } | null = null;
  editing: { readonly rule: AnswerRule | null; readonly form: FormStore<AnswerForm> } | null = null;
  private readonly client: Client<typeof publicMessageContract.routes>;
  private readonly acts: ActGroup;

  constructor(private readonly ctx: WebContext) {
    this.client = createClient(publicMessageContract, ctx.http);
    this.acts = new ActGroup(ctx, 'wechat.mpMessages');
    this.messages = new ListStore<PublicMessageRow, MessageFilter>({
      rowKey: 'id',
      filter: { direction: '' },
      load: (query, signal) => this.client.list({ query }, { signal, quiet: true }),
    });
    this.answers = new ListStore<AnswerRule, object>({ rowKey: 'id', load: (_query, signal) => this.client.answers({}, { signal, quiet: true }) });
    makeObservable(this, { replying: observableRef, editing: observableRef, reply: action, closeReply: action, edit: action, closeEdit: action });
  }

  reply(row: PublicMessageRow): void {
    const { t } = this.ctx;
    const form = new FormStore<ReplyForm>({
      fields: () => [
        {
          kind: 'textarea',
          name: 'content',
          label: t('mpMessages.content'),
          required: true,
          rows: 5,
          maxLength: MAX_MESSAGE_TEXT,
          help: t('mpMessages.replyHelp'),
          span: 2,
        },
      ],
      initial: { content: '' },
    });
    this.replying = { row, form };
  }
  closeReply(): void {
    this.replying?.form.dispose();
    this.replying = null;
  }
  send = async ({ content }: ReplyForm, act: SaveAct): Promise<void> => {
    const { row } = this.replying ?? {};
    if (!row) return;
    const { msg } = await this.client.send({ body: { userId: row.userId, content } }, { ...act, quiet: true });
    this.ctx.toast.success(msg);
  };

  edit(rule: AnswerRule | null): void {
    const t = (key: string) => this.ctx.t(`mpMessages.${key}`);
    const form = new FormStore<AnswerForm>({
      fields: () => [
        { kind: 'text', name: 'fullName', label: t('answerName'), required: true, maxLength: MAX_ANSWER_NAME },
        { kind: 'select', name: 'kind', label: t('kind'), options: ANSWER_KINDS.map((value) => ({ value, text: t(`kinds.${value}`) })) },
        {
          ...{ kind: 'textarea', name: 'words', label: t('keywords'), help: t('keywordsHelp'), rows: 2, span: 2, required: true },
          visible: ({ kind }) => kind === 'keyword',
        },
        {
          ...{ kind: 'radio', name: 'match', label: t('match'), options: ANSWER_MATCHES.map((value) => ({ value, text: t(`matches.${value}`) })) },
          visible: ({ kind }) => kind === 'keyword',
        },
        { kind: 'number', name: 'sortCode', label: t('sort'), min: 0, max: MAX_ANSWER_SORT },
        { kind: 'textarea', name: 'content', label: t('answerText'), required: true, rows: 5, maxLength: MAX_MESSAGE_TEXT, span: 2 },
        { kind: 'switch', name: 'enabled', label: t('enabled') },
      ],
      initial: {
        ...{ fullName: rule?.fullName ?? '', kind: rule?.kind ?? 'keyword', match: rule?.match ?? 'contains', words: rule?.keywords.join('，') ?? '' },
        ...{ content: rule?.content ?? '', sortCode: rule?.sortCode ?? 10, enabled: rule?.enabledMark !== 0 },
      },
    });
    this.editing = { rule, form };
  }
  closeEdit(): void {
    this.editing?.form.dispose();
    this.editing = null;
  }
  saveAnswer = async ({ words, sortCode, enabled, ...rest }: AnswerForm, act: SaveAct): Promise<void> => {
    const { rule } = this.editing ?? {};
    const body = { ...rest, keywords: wordsIn(words), sortCode: sortCode ?? 0, enabledMark: enabled ? (1 as const) : (0 as const) };
    if (rule) await this.client.saveAnswer({ params: { id: rule.id }, body: { ...body, version: rule.version } }, { ...act, quiet: true });
    else await this.client.addAnswer({ body }, { ...act, quiet: true });
    this.ctx.toast.success(this.ctx.t('mpMessages.answerSaved'));
  };
  removeAnswer = async ({ id, version }: AnswerRule): Promise<void> => {
    const end = await this.acts.run(id, ['remove', version], (options) => this.client.removeAnswer({ params: { id } }, options));
    if (end.kind !== 'done') return;
    this.ctx.toast.success(this.ctx.t('mpMessages.answerRemoved'));
    await this.answers.reload();
  };

  dispose(): void {
    this.messages.dispose();
    this.answers.dispose();
  }
}

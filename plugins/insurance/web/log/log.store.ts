import { ActGroup, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { daysOf } from '@nephra/plugin-sdk/contract';
import { type DateRange, FormStore, ListStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef } from 'mobx';
import { EXCHANGE_STATES, type ExchangeBody, type ExchangeRecord, type ExchangeRow, type ExchangeState, exchangeContract } from '../../contract/index.ts';
import { EXCHANGE_LENGTHS, MIN_MSGID } from '../../contract/limits.ts';
import { ExchangeStore } from '../parts/exchange/exchange.store.ts';
import { exchangeStates, infnoText, lastDays } from '../parts/words.ts';

export interface LogFilter {
  keyword: string;
  day: DateRange;
  infno: string;
  state: ExchangeState;
}
/** A workstation's note as typed. */
export interface NoteForm {
  readonly infno: string;
  readonly msgid: string;
  readonly state: ExchangeState;
  readonly infcode: string;
  readonly errMsg: string;
  readonly request: string;
  readonly answer: string;
}

/** Transactions that the list can be narrowed to. */
export const LOGGED = [
  '9001',
  '1101',
  '2001',
  '5301',
  '2201',
  '2202',
  '2203',
  '2204',
  '2205',
  '2206',
  '2207',
  '2208',
  '2601',
  '3101',
  '3201',
  '3202',
  '3301',
  '3302',
  '5201',
  '5203',
  '5204',
  '5205',
  '5206',
  '9101',
  '9102',
] as const;

/** The journal of exchanges with the platform. */
export class LogStore {
  readonly list: ListStore<ExchangeRow, LogFilter>;
  readonly exchange: ExchangeStore;
  note: { readonly id: string | null; readonly form: FormStore<NoteForm> } | null = null;
  private readonly ctx: WebContext;
  private readonly client;
  private readonly replays: ActGroup;

  constructor(ctx: WebContext) {
    this.ctx = ctx;
    this.replays = new ActGroup(ctx, 'insurance replay');
    this.client = createClient(exchangeContract, ctx.http);
    this.exchange = new ExchangeStore(ctx);
    this.list = new ListStore<ExchangeRow, LogFilter>({
      rowKey: 'id',
      filter: { day: lastDays(ctx.now(), 1) },
      load: ({ day, ...query }, signal) => this.client.list({ query: { ...query, ...daysOf(day) } }, { signal, quiet: true }),
    });
    makeObservable(this, { note: observableRef, editNote: action, endNote: action });
  }

  replay = async ({ id }: ExchangeRow): Promise<void> => {
    const { t } = this.ctx;
    if (!(await this.ctx.confirm({ content: t('log.replayAsk'), okText: t('log.replay') }))) return;
    await this.replays.run(id, id, (options) => this.exchange.replay(id, options));
    await this.list.reload();
  };

  remove = async ({ id }: ExchangeRow): Promise<void> => {
    const { msg } = await this.client.remove({ params: { id } });
    this.ctx.toast.success(msg);
    this.exchange.close();
    await this.list.reload();
  };

  editNote(record?: ExchangeRecord): void {
    const { t } = this.ctx;
    const form = new FormStore<NoteForm>({
      draftKey: `note:${record?.id ?? 'new'}`,
      drafts: this.ctx.drafts,
      fields: () => [
        {
          kind: 'select',
          name: 'infno',
          label: t('log.infno'),
          required: true,
          options: LOGGED.map((value) => ({ value, text: `${value} ${infnoText(t, value)}` })),
        },
        {
          kind: 'text',
          name: 'msgid',
          label: 'msgid',
          required: true,
          maxLength: EXCHANGE_LENGTHS.msgid,
          help: t('log.msgidHelp'),
          check: ({ msgid }) => (msgid.length < MIN_MSGID ? t('log.msgidShort', { min: MIN_MSGID }) : undefined),
        },
        { kind: 'select', name: 'state', label: t('log.result'), required: true, options: exchangeStates(t) },
        { kind: 'text', name: 'infcode', label: 'infcode', maxLength: EXCHANGE_LENGTHS.infcode },
        { kind: 'text', name: 'errMsg', label: t('log.message'), maxLength: EXCHANGE_LENGTHS.errMsg, span: 2 },
        { kind: 'textarea', name: 'request', label: t('log.request'), maxLength: EXCHANGE_LENGTHS.request, rows: 5, span: 2 },
        { kind: 'textarea', name: 'answer', label: t('log.answer'), maxLength: EXCHANGE_LENGTHS.answer, rows: 5, span: 2 },
      ],
      initial: record
        ? {
            infno: record.infno,
            msgid: record.msgid,
            state: record.state,
            infcode: record.infcode,
            errMsg: record.errMsg,
            request: record.request,
            answer: record.answer,
          }
        : { infno: '', msgid: '', state: EXCHANGE_STATES[1], infcode: '0', errMsg: '', request: '', answer: '' },
    });
    this.note = { id: record?.id ?? null, form };
  }

  endNote(): void {
    this.note?.form.dispose();
    this.note = null;
  }

  saveNote = async (values: NoteForm, act: SaveAct): Promise<ExchangeRecord> => {
    const body: ExchangeBody = { ...values };
    const id = this.note?.id ?? null;
    const options = { ...act, quiet: true };
    const { data } = id === null ? await this.client.create({ body }, options) : await this.client.update({ params: { id }, body }, options);
    return data;
  };

  noted = async (record: ExchangeRecord): Promise<void> => {
    this.exchange.show({ kind: 'open', exchange: record });
    await this.list.reload();
  };

  dispose(): void {
    this.list.dispose();
    this.endNote();
  }
}

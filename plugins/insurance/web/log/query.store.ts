import { READING_TRANSACTIONS } from '@nephra/plugin-sdk/contract';
import { createClient, type ClientReply, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, saveFile } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { exchangeContract } from '../../contract/index.ts';
import { MAX_AREA } from '../../contract/limits.ts';
import { infnoText } from '../parts/words.ts';

export interface QueryForm {
  readonly infno: string;
  readonly area: string;
  readonly input: string;
}
export type QueryAnswer = ClientReply<typeof exchangeContract.routes.proxy>;

const PATIENCE_MS = 180_000;
/** Answers with a file instead of words. */
const DOWNLOAD = '9102';

/** What a transaction that reads wants to know, as an outline to fill in. */
const OUTLINES: Readonly<Record<string, object>> = {
  '1101': { data: { mdtrt_cert_type: '02', mdtrt_cert_no: '', begntime: '', psn_cert_type: '01', certno: '', psn_name: '' } },
  '2001': { data: { psn_no: '', insutype: '310', fixmedins_code: '', med_type: '14', begntime: '' } },
  '5201': { data: { psn_no: '', begntime: '', endtime: '', med_type: '14', mdtrt_id: '' } },
  '5203': { data: { psn_no: '', setl_id: '', mdtrt_id: '' } },
  '5204': { data: { psn_no: '', mdtrt_id: '', setl_id: '' } },
  '5205': { data: { psn_no: '', begntime: '', endtime: '' } },
  '5206': { data: { psn_no: '', cum_ym: '' } },
  '5301': { data: { psn_no: '' } },
  '5302': { data: { psn_no: '', biz_appy_type: '01' } },
  '1901': { data: { type: '', parentValue: '', admdvs: '', date: '', valiFlag: '1' } },
  '9102': { fsDownloadIn: { file_qury_no: '', filename: '', fixmedins_code: 'plc' } },
};
const outlineOf = (infno: string): string => JSON.stringify(OUTLINES[infno] ?? { data: {} }, null, 2);
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function inputOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Asks the platform something that only reads; the server signs it and sends it to the facility's own address. */
export class QueryStore {
  readonly form: FormStore<QueryForm>;
  answer: QueryAnswer | null = null;
  private readonly client;

  constructor(ctx: WebContext) {
    const { t } = ctx;
    this.client = createClient(exchangeContract, ctx.http);
    this.form = new FormStore<QueryForm>({
      draftKey: 'query',
      drafts: ctx.drafts,
      fields: () => [
        {
          kind: 'select',
          name: 'infno',
          label: t('log.infno'),
          required: true,
          options: READING_TRANSACTIONS.map((value) => ({ value, text: `${value} ${infnoText(t, value)}` })),
        },
        { kind: 'text', name: 'area', label: t('log.area'), maxLength: MAX_AREA, help: t('log.areaHelp') },
        {
          kind: 'textarea',
          name: 'input',
          label: t('log.input'),
          required: true,
          rows: 9,
          span: 2,
          check: ({ input }) => (inputOf(input) === null ? t('log.inputBad') : undefined),
        },
      ],
      initial: { infno: '5301', area: '', input: outlineOf('5301') },
    });
    makeObservable(this, { answer: observableRef, outline: action });
  }

  /** Fills in what the chosen transaction wants to know. */
  outline(): void {
    this.form.set('input', outlineOf(this.form.values.infno));
  }

  ask = () =>
    this.form.submit(async ({ infno, area, input }) => {
      runInAction(() => {
        this.answer = null;
      });
      const url = (await this.client.authInfo({}, { quiet: true })).data.sysConfigInfo.gatewayUrl;
      const body = { url, infno, input: inputOf(input) ?? {}, ...(area.trim() ? { insuplc_admdvs: area.trim() } : {}) };
      const options = { quiet: true, timeoutMs: PATIENCE_MS };
      if (infno === DOWNLOAD) {
        const { data } = await this.client.proxyDownload({ body }, options);
        saveFile(data, data.name);
        return;
      }
      const { data } = await this.client.proxy({ body }, options);
      runInAction(() => {
        this.answer = data;
      });
    });

  dispose(): void {
    this.form.dispose();
  }
}

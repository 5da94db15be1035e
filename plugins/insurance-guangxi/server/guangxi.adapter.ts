import { multipartBody, readPlatformReply, type RegionAdapter } from '@nephra/plugin-sdk/contract';
import { nationalRules } from '@nephra/plugin-sdk/server';

/** What the agent says when it did not take the message. */
const AGENT_REFUSED = 'AGT.4000';

export const guangxi: RegionAdapter = {
  code: 'guangxi',
  title: { zh: '广西', zhtw: '廣西', en: 'Guangxi' },
  facilityPrefixes: ['H45'],
  transport: 'agent',
  defaultBaseUrl: 'http://127.0.0.1:2589',
  fields: [],
  rules: {
    ...nationalRules,
    transactions: { visit: '2203A', preSettle: '2206A', settle: '2207A' },
    extras: {
      visit: { matn_type: '', geso_val: 0, expContent: '' },
      preSettle: { expContent: '', pub_hosp_rfom_flag: '' },
      settle: { expContent: '', pub_hosp_rfom_flag: '' },
    },
    noOriginalWords: ['不存在需要冲正的交易'],
  },
  request: (envelope, { baseUrl }) => ({
    url: `${baseUrl}/${envelope.infno === '9102' ? 'file/download' : 'trade'}`,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(envelope),
  }),
  upload(envelope, { name, content }, { baseUrl }, { nonce }) {
    const form = multipartBody(
      [
        { name: 'jsonStr', text: JSON.stringify(envelope) },
        { name: 'file', fileName: name, content },
      ],
      `nephra-${envelope.msgid}-${nonce}`,
    );
    return { url: `${baseUrl}/file/upload`, headers: { 'content-type': form.contentType }, body: form.body };
  },
  read({ status, text }) {
    const reading = readPlatformReply(text, `HTTP ${status}`);
    return reading.kind === 'gateway' && reading.errcode === AGENT_REFUSED ? { ...reading, forwarded: false } : reading;
  },
};

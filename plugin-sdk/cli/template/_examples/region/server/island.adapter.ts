import { multipartBody, type RegionAdapter, readPlatformReply } from '@nephra/plugin-sdk/contract';
import { nationalRules } from '@nephra/plugin-sdk/server';

/** How the insurer of this province is spoken to: an agent on a computer of the facility. What is left out is as the national rules say. */
export const island: RegionAdapter = {
  code: 'island',
  title: { zh: '海岛', zhtw: '海島', en: 'The island' },
  facilityPrefixes: ['H46'],
  transport: 'agent',
  // The simulation of the product, which takes the envelope as it is; yours is where your agent listens.
  defaultBaseUrl: 'http://127.0.0.1:5090/elsewhere',
  fields: [
    {
      key: 'station',
      title: { zh: '工作站号', zhtw: '工作站號', en: 'Station' },
      hint: { zh: '经办机构发放', zhtw: '經辦機構發放', en: 'Given by the insurer' },
      secret: true,
      required: true,
    },
  ],
  rules: {
    ...nationalRules,
    transactions: { visit: '2203A', preSettle: '2206A', settle: '2207A' },
    extras: { visit: { matn_type: '', geso_val: 0 } },
    unknownWords: ['超时', '系统'],
    noOriginalWords: ['不存在需要冲正的交易'],
    certTypes: ['02'],
    monthCertTypes: ['02'],
  },
  request: (envelope, { baseUrl, values }) => ({
    url: `${baseUrl}/${envelope.infno === '9102' ? 'file/download' : 'trade'}`,
    headers: { 'content-type': 'application/json', 'x-station': values.station ?? '' },
    body: JSON.stringify(envelope),
  }),
  upload(envelope, { name, content }, { baseUrl }, { nonce }) {
    const parts = [
      { name: 'jsonStr', text: JSON.stringify(envelope) },
      { name: 'file', fileName: name, content },
    ];
    const form = multipartBody(parts, `sample-plugin-${envelope.msgid}-${nonce}`);
    return { url: `${baseUrl}/file/upload`, headers: { 'content-type': form.contentType }, body: form.body };
  },
  read({ status, text }) {
    try {
      return readPlatformReply(JSON.parse(text), `HTTP ${status}`);
    } catch {
      return { kind: 'broken', reason: `HTTP ${status}` };
    }
  },
};

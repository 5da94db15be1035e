import { asNode, multipartBody, readPlatformReply, type RegionAdapter } from '@nephra/plugin-sdk/contract';
import { nationalRules } from '@nephra/plugin-sdk/server';

const JSON_TYPE = 'application/json; charset=utf-8';
/** What the agent's call returned: done, failed on the way, refused by the agent itself. */
const CALL = { done: '0', failed: '-1', refused: '-2' } as const;

export const hubei: RegionAdapter = {
  code: 'hubei',
  title: { zh: '湖北', zhtw: '湖北', en: 'Hubei' },
  facilityPrefixes: ['H42'],
  transport: 'agent',
  defaultBaseUrl: 'http://127.0.0.1:10086',
  fields: [],
  rules: {
    ...nationalRules,
    feeQueryNeedsSetlId: true,
    noOriginalWords: ['未查询到原交易'],
    monthVisit: 'session',
  },
  request: (envelope, { baseUrl }) => ({
    url: `${baseUrl}/${envelope.infno === '9102' ? 'download' : 'call'}`,
    headers: { 'content-type': JSON_TYPE },
    body: JSON.stringify({ infno: envelope.infno, input: envelope }),
  }),
  upload(envelope, { name, content }, { baseUrl }, { nonce }) {
    const form = multipartBody(
      [
        { name: 'infno', text: envelope.infno },
        { name: 'jsonStr', text: JSON.stringify(envelope) },
        { name: 'file', fileName: name, content },
      ],
      `nephra-${envelope.msgid}-${nonce}`,
    );
    return { url: `${baseUrl}/upload`, headers: { 'content-type': form.contentType }, body: form.body };
  },
  read({ status, text }) {
    const returned = asNode(text);
    const code = String(returned.code ?? '');
    const message = String(returned.message ?? '');
    if (code === CALL.done) return readPlatformReply(returned.output, `HTTP ${status}`);
    // A native call that fails may have reached the platform; the agent's own refusal never left this computer.
    if (code === CALL.failed || code === CALL.refused) return { kind: 'gateway', errcode: `YH${code}`, errmsg: message, forwarded: code === CALL.failed };
    return { kind: 'broken', reason: `HTTP ${status}` };
  },
};

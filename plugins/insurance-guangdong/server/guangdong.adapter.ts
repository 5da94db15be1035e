import { multipartBody, readPlatformReply, type RegionAdapter, type RegionConnection } from '@nephra/plugin-sdk/contract';
import { nationalRules } from '@nephra/plugin-sdk/server';
import { tifHeaders } from './tif-signature.ts';

const keysOf = ({ values }: RegionConnection) => ({ paasid: values.paasid ?? '', secret: values.secret ?? '' });

export const guangdong: RegionAdapter = {
  code: 'guangdong',
  title: { zh: '广东', zhtw: '廣東', en: 'Guangdong' },
  facilityPrefixes: ['H44'],
  transport: 'gateway',
  defaultBaseUrl: 'http://127.0.0.1:5090/guangdong',
  fields: [
    {
      key: 'paasid',
      title: { zh: '应用编号', zhtw: '應用編號', en: 'Application id' },
      hint: {
        zh: '网关请求头 x-tif-paasid，接入审批后由医保中心发放',
        zhtw: '閘道請求標頭 x-tif-paasid，接入核准後由醫保中心核發',
        en: 'Header x-tif-paasid; the insurer issues it with the approval',
      },
      secret: false,
      required: true,
      placeholder: 'SIM-GD',
    },
    {
      key: 'secret',
      title: { zh: '签名密钥', zhtw: '簽章金鑰', en: 'Signing secret' },
      hint: {
        zh: '与应用编号一同发放，仅在服务器上用于签名',
        zhtw: '與應用編號一同核發，僅在伺服器上用於簽章',
        en: 'Issued with the application id; used for signing on the server alone',
      },
      secret: true,
      required: true,
    },
  ],
  rules: {
    ...nationalRules,
    noOriginalWords: ['原交易不存在'],
    clockWindowSeconds: 180,
    equalResults: ['000000'],
  },
  request: (envelope, connection, { now, nonce }) => ({
    url: `${connection.baseUrl}/${envelope.infno}`,
    headers: { 'content-type': 'application/json; charset=utf-8', ...tifHeaders(keysOf(connection), now, nonce) },
    body: JSON.stringify(envelope),
  }),
  upload(envelope, { name, content }, connection, { now, nonce }) {
    const form = multipartBody(
      [
        { name: 'jsonStr', text: JSON.stringify(envelope) },
        { name: 'file', fileName: name, content },
      ],
      `nephra-${envelope.msgid}-${nonce}`,
    );
    return {
      url: `${connection.baseUrl}/${envelope.infno}`,
      headers: { 'content-type': form.contentType, ...tifHeaders(keysOf(connection), now, nonce) },
      body: form.body,
    };
  },
  read: ({ status, text }) => readPlatformReply(text, `HTTP ${status}`),
};

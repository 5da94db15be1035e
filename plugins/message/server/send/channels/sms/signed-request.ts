import { createHash, createHmac } from 'node:crypto';
import type { OutboundRequest, SmsToSend } from '@nephra/plugin-sdk/server';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

export interface SmsAccount {
  /** Base address without a path: `https://dysmsapi.aliyuncs.com`. */
  readonly address: string;
  readonly keyId: string;
  readonly keySecret: string;
  readonly region: string;
}
interface Moment {
  readonly now: Date;
  /** Unlike that of any other request. */
  readonly nonce: string;
}

/** RFC 3986: what `encodeURIComponent` leaves is encoded, too. */
const encoded = (text: string): string => encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const seconds = (now: Date): string => `${now.toISOString().slice(0, 19)}Z`;

/** Ali Cloud, SendSms of Dysmsapi 2017-05-25, signed as ACS3-HMAC-SHA256. Parameters go by name. */
export function aliRequest({ address, keyId, keySecret }: SmsAccount, { mobile, template, params, id }: SmsToSend, { now, nonce }: Moment): OutboundRequest {
  const named = Object.fromEntries(template.params.map((name) => [name, params[name] ?? '']));
  const query = Object.entries({
    ...{ OutId: id, PhoneNumbers: mobile, SignName: template.signName, TemplateCode: template.templateId, TemplateParam: JSON.stringify(named) },
  })
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const empty = sha256('');
  const headers: Readonly<Record<string, string>> = {
    ...{ host: new URL(address).host, 'x-acs-action': 'SendSms', 'x-acs-content-sha256': empty, 'x-acs-date': seconds(now) },
    ...{ 'x-acs-signature-nonce': nonce, 'x-acs-version': '2017-05-25' },
  };
  const names = Object.keys(headers).sort();
  const canonical = ['POST', '/', query, ...names.map((name) => `${name}:${headers[name]}`), '', names.join(';'), empty].join('\n');
  const signature = hmac(keySecret, `ACS3-HMAC-SHA256\n${sha256(canonical)}`).toString('hex');
  const { host: _host, ...sent } = headers;
  return {
    ...{ url: `${address}/?${query}`, method: 'POST', body: '' },
    headers: { ...sent, authorization: `ACS3-HMAC-SHA256 Credential=${keyId},SignedHeaders=${names.join(';')},Signature=${signature}` },
  };
}

/** Tencent Cloud, SendSms of 2021-01-11, signed as TC3-HMAC-SHA256. Parameters go by their order. */
export function tencentRequest(account: SmsAccount, { mobile, template, params, id }: SmsToSend, { now }: Moment): OutboundRequest {
  const { address, keyId, keySecret, region } = account;
  const body = JSON.stringify({
    ...{ PhoneNumberSet: [`+86${mobile}`], SmsSdkAppId: template.appId, SignName: template.signName, TemplateId: template.templateId },
    ...{ TemplateParamSet: template.params.map((name) => params[name] ?? ''), SessionContext: id },
  });
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const day = now.toISOString().slice(0, 10);
  const type = 'application/json; charset=utf-8';
  const canonical = ['POST', '/', '', `content-type:${type}`, `host:${new URL(address).host}`, '', 'content-type;host', sha256(body)].join('\n');
  const scope = `${day}/sms/tc3_request`;
  const key = hmac(hmac(hmac(`TC3${keySecret}`, day), 'sms'), 'tc3_request');
  const signature = hmac(key, `TC3-HMAC-SHA256\n${timestamp}\n${scope}\n${sha256(canonical)}`).toString('hex');
  return {
    ...{ url: `${address}/`, method: 'POST', body },
    headers: {
      ...{ 'content-type': type, 'x-tc-action': 'SendSms', 'x-tc-version': '2021-01-11', 'x-tc-timestamp': timestamp, 'x-tc-region': region },
      authorization: `TC3-HMAC-SHA256 Credential=${keyId}/${scope}, SignedHeaders=content-type;host, Signature=${signature}`,
    },
  };
}

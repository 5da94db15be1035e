import { createHash } from 'node:crypto';
import type { GatewayError, Received } from './profile.ts';

export const WINDOW_SECONDS = 180;
/** Callers that the gateway knows, with their secrets. */
export const CALLERS: Readonly<Record<string, string>> = { 'SIM-GD': 'sim-guangdong-secret' };

export const signatureOf = (timestamp: string, secret: string, nonce: string): string =>
  createHash('sha256').update(`${timestamp}${secret}${nonce}${timestamp}`).digest('hex');

/** Why the gateway does not let the call through; undefined when it does. */
export function signatureProblem(request: Received, now: Date): GatewayError | undefined {
  const header = (name: string) => {
    const value = request.headers[`x-tif-${name}`];
    return typeof value === 'string' ? value.trim() : '';
  };
  const paasid = header('paasid');
  if (paasid === '') return { errcode: 'ACG.1401', errmsg: 'paasid不能为空' };
  const secret = Object.hasOwn(CALLERS, paasid) ? CALLERS[paasid] : undefined;
  if (secret === undefined) return { errcode: 'AGW.1403', errmsg: '应用未订阅该服务,拒绝访问' };
  const timestamp = header('timestamp');
  const nonce = header('nonce');
  const early = !/^\d{10}$/.test(timestamp) || Math.abs(now.getTime() / 1000 - Number(timestamp)) > WINDOW_SECONDS;
  if (early || nonce === '' || header('signature').toLowerCase() !== signatureOf(timestamp, secret, nonce)) {
    return { errcode: 'AGW.1433', errmsg: '签名校验失败或请求时间超出允许范围' };
  }
  return undefined;
}

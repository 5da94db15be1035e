import { isNode } from '../nodes.ts';
import { readParts } from './multipart.ts';
import { plainBody } from './platform-body.ts';
import { infnoOf, type Profile, parseObject, type Reading, type Received } from './profile.ts';

const AGENT = 'yinhai.yh_hb_sctr (simulated)';
const refused = (message: string): Reading => ({ kind: 'own', status: 200, body: { code: -2, message, output: null } });

function messageOf(request: Received): Reading {
  const parts = readParts(String(request.headers['content-type'] ?? ''), request.body);
  const body = parts ? undefined : parseObject(request.body.toString('utf8'));
  const envelope = parts ? parseObject(parts.get('jsonStr')?.toString('utf8') ?? '') : body?.input;
  const infno = parts ? parts.get('infno')?.toString('utf8') : body?.infno;
  if (!isNode(envelope)) return refused('入参不是有效的JSON');
  if (typeof infno !== 'string' || infno === '' || infno !== infnoOf(envelope)) return refused('infno缺失或与报文不一致');
  const wanted = infno === '9101' ? '/upload' : infno === '9102' ? '/download' : '/call';
  if (request.path !== wanted) return refused(`交易${infno}请使用${wanted}`);
  return { kind: 'message', envelope, infno, file: parts?.get('file') };
}

/** Agent around the COM object: `yh_hb_call(infno, jsonIn, out jsonOut)`. */
export const hubei: Profile = {
  code: 'hubei',
  read(request) {
    if (request.method === 'GET' && request.path === '/ping') return { kind: 'own', status: 200, body: { code: 0, message: AGENT } };
    return request.method === 'POST' ? messageOf(request) : refused('仅支持POST');
  },
  answer: (answer) => ({ code: 0, message: '', output: plainBody(answer) }),
  gatewayError: (error) => ({ code: 0, message: '', output: { ...error } }),
};

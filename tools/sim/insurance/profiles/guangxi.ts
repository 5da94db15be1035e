import { readParts } from './multipart.ts';
import { infnoOf, type Profile, parseObject, type Reading } from './profile.ts';

const refused = (errmsg: string): Reading => ({ kind: 'own', status: 200, body: { errcode: 'AGT.4000', errmsg } });

/** `yyyyMMddHHmmssSSS` as the plain datetime that this agent sends. */
const plainTime = (compact: string) =>
  `${compact.slice(0, 4)}-${compact.slice(4, 6)}-${compact.slice(6, 8)} ${compact.slice(8, 10)}:${compact.slice(10, 12)}:${compact.slice(12, 14)}`;

/** Local agent: envelope as it is; infcode comes as text and output as text that holds JSON. */
export const guangxi: Profile = {
  code: 'guangxi',
  read(request) {
    if (request.method === 'GET' && request.path === '/ping') return { kind: 'own', status: 200, body: { agent: 'ok' } };
    const parts = readParts(String(request.headers['content-type'] ?? ''), request.body);
    const envelope = parseObject((parts ? parts.get('jsonStr') : request.body)?.toString('utf8') ?? '');
    if (request.method !== 'POST' || !envelope) return refused('请求报文不是有效的JSON');
    const infno = infnoOf(envelope);
    const wanted = infno === '9101' ? '/file/upload' : infno === '9102' ? '/file/download' : '/trade';
    if (request.path !== wanted) return refused(`交易${infno}请使用${wanted}`);
    return { kind: 'message', envelope, infno, file: parts?.get('file') };
  },
  answer: (answer) => ({
    infcode: answer.infcode,
    inf_refmsgid: answer.refmsgid,
    refmsg_time: plainTime(answer.receivedAt),
    respond_time: plainTime(answer.receivedAt),
    err_msg: answer.errMsg,
    output: answer.output === null ? '' : JSON.stringify(answer.output),
  }),
  gatewayError: (error) => ({ ...error }),
};

import { readParts } from './multipart.ts';
import { plainBody } from './platform-body.ts';
import { infnoOf, type Profile, parseObject, type Reading } from './profile.ts';
import { signatureProblem } from './signature.ts';

const own = (errcode: string, errmsg: string): Reading => ({ kind: 'own', status: 200, body: { errcode, errmsg } });

/** TIF gateway: infno in the path, signature in the headers. */
export const guangdong: Profile = {
  code: 'guangdong',
  read(request, now) {
    const problem = signatureProblem(request, now);
    if (problem) return { kind: 'own', status: 200, body: { ...problem } };
    const contentType = String(request.headers['content-type'] ?? '');
    const parts = readParts(contentType, request.body);
    const envelope = parseObject((parts ? parts.get('jsonStr') : request.body)?.toString('utf8') ?? '');
    if (request.method !== 'POST' || !envelope) return own('AGW.1413', '请求报文不是有效的JSON');
    const infno = infnoOf(envelope);
    if (request.path !== `/${infno}`) return own('AGW.1413', `请求路径与报文交易编号${infno}不一致`);
    return { kind: 'message', envelope, infno, file: parts?.get('file') };
  },
  answer: plainBody,
  gatewayError: (error) => ({ ...error }),
};

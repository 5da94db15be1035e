import { wireTime } from '../clock.ts';
import { type InsuranceSimulator, type RegionCode, type SimulatorOptions, startInsuranceSimulator } from '../index.ts';
import { signatureOf } from '../profiles/signature.ts';

export type Json = Record<string, unknown>;

/** An answer as a caller reads it, whatever shape the region gave it. */
export interface Answer {
  readonly status: number;
  readonly infcode: string;
  readonly errcode: string;
  readonly errMsg: string;
  readonly output: Json;
  readonly raw: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

export const FACILITIES: Readonly<Record<RegionCode, readonly [code: string, area: string]>> = {
  guangdong: ['H44SIM000001', '440100'],
  hubei: ['H42SIM000002', '420100'],
  guangxi: ['H45SIM000003', '450100'],
  elsewhere: ['H46SIM000099', '460100'],
};

export const CLOCK = () => new Date('2026-11-20T02:00:00.000Z');
export const TOKEN = 'control-token-of-a-test';

export const startForTest = (more: Partial<SimulatorOptions> = {}): Promise<InsuranceSimulator> =>
  startInsuranceSimulator({ port: 0, clock: CLOCK, controlToken: TOKEN, ...more });

export interface Desk {
  readonly region: RegionCode;
  readonly facility: string;
  envelope(infno: string, input: Json, more?: Json): Json;
  /** Sends an envelope as it is. @throws when there is no whole answer */
  send(envelope: Json, more?: { readonly file?: Buffer; readonly headers?: Record<string, string>; readonly signal?: AbortSignal }): Promise<Answer>;
  call(infno: string, input: Json, more?: Json): Promise<Answer>;
  signIn(): Promise<void>;
}

const agentPath = (infno: string) => (infno === '9101' ? '/file/upload' : infno === '9102' ? '/file/download' : '/trade');
const PATHS: Readonly<Record<RegionCode, (infno: string) => string>> = {
  guangdong: (infno) => `/${infno}`,
  hubei: (infno) => (infno === '9101' ? '/upload' : infno === '9102' ? '/download' : '/call'),
  guangxi: agentPath,
  elsewhere: agentPath,
};

function readAnswer(region: RegionCode, status: number, contentType: string, bytes: Buffer): Answer {
  const raw = bytes.toString('utf8');
  const empty = { status, infcode: '', errcode: '', errMsg: '', output: {}, raw, contentType, bytes };
  if (!contentType.startsWith('application/json')) return empty;
  const outer = JSON.parse(raw) as Json;
  const body = (region === 'hubei' ? (outer.output ?? outer) : outer) as Json;
  const output = typeof body.output === 'string' && body.output !== '' ? (JSON.parse(body.output) as Json) : body.output;
  return {
    ...empty,
    infcode: String(body.infcode ?? ''),
    errcode: String(body.errcode ?? (outer.code ? `agent ${outer.code}` : '')),
    errMsg: String(body.err_msg ?? body.errmsg ?? outer.message ?? ''),
    output: (output || {}) as Json,
  };
}

/** A facility's own clerk, as the specification wants him: signs in, numbers his messages, reads the answer. */
export function createDesk(sim: { readonly url: string }, region: RegionCode, clock = CLOCK, insuplc = FACILITIES[region][1]): Desk {
  const [facility, area] = FACILITIES[region];
  const prefix = String(Math.floor(performance.now() * 1000) % 10_000).padStart(4, '0');
  let sequence = 0;
  let signNo = '';
  const desk: Desk = {
    region,
    facility,
    envelope(infno, input, more = {}) {
      sequence += 1;
      return {
        infno,
        msgid: `${facility}20261120${prefix}${String(sequence).padStart(6, '0')}`,
        mdtrtarea_admvs: area,
        insuplc_admdvs: insuplc,
        recer_sys_code: 'SIM',
        dev_no: '',
        dev_safe_info: '',
        cainfo: '',
        signtype: '',
        infver: 'V1.0',
        opter_type: '1',
        opter: 'op1',
        opter_name: '收费员',
        inf_time: wireTime(clock()),
        fixmedins_code: facility,
        fixmedins_name: '模拟机构',
        sign_no: signNo,
        input,
        ...more,
      };
    },
    async send(envelope, { file, headers = {}, signal } = {}) {
      const infno = String(envelope.infno);
      const timestamp = String(Math.floor(clock().getTime() / 1000));
      const signed = {
        'x-tif-paasid': 'SIM-GD',
        'x-tif-timestamp': timestamp,
        'x-tif-nonce': '12345',
        'x-tif-signature': signatureOf(timestamp, 'sim-guangdong-secret', '12345'),
      };
      const all = { ...(region === 'guangdong' ? signed : {}), ...headers };
      const form = new FormData();
      if (file) {
        form.set('infno', infno);
        form.set('jsonStr', JSON.stringify(envelope));
        form.set('file', new Blob([new Uint8Array(file)]), 'upload.zip');
      }
      const json = JSON.stringify(region === 'hubei' ? { infno, input: envelope } : envelope);
      const response = await fetch(`${sim.url}/${region}${PATHS[region](infno)}`, {
        method: 'POST',
        headers: file ? all : { 'content-type': 'application/json', ...all },
        body: file ? form : json,
        signal,
      });
      return readAnswer(region, response.status, response.headers.get('content-type') ?? '', Buffer.from(await response.arrayBuffer()));
    },
    call: (infno, input, more) => desk.send(desk.envelope(infno, input, more)),
    async signIn() {
      const answer = await desk.call('9001', { signIn: { opter_no: 'op1', mac: '00-00', ip: '127.0.0.1' } });
      signNo = String((answer.output.signinoutb as Json).sign_no);
    },
  };
  return desk;
}

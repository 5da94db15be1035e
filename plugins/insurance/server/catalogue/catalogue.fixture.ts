import type { OrgId } from '@nephra/plugin-sdk/contract';
import { deflateRawSync, crc32 } from 'node:zlib';
import type { CatalogueInfno } from '../../contract/index.ts';
import type { ExchangeSubject, NationalClient, Outcome } from '../client/national-client.ts';

/** A zip file of one or more texts, as the platform packs them. */
export function zipOf(parts: Readonly<Record<string, string | Buffer>>): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(parts)) {
    const [path, content] = [Buffer.from(name), Buffer.from(text)];
    const packed = deflateRawSync(content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(crc32(content), 14);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(content.length, 22);
    local.writeUInt16LE(path.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 6);
    entry.writeUInt16LE(8, 10);
    local.copy(entry, 16, 14, 28);
    entry.writeUInt32LE(at, 42);
    locals.push(local, path, packed);
    entries.push(entry, path);
    at += local.length + path.length + packed.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  const count = Object.keys(parts).length;
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** A line of 1301 with 92 columns. */
export function drugLine(code: string, over: Partial<Record<number, string>> = {}): string {
  const cells = Array.from({ length: 92 }, () => 'null');
  const filled: Partial<Record<number, string>> = { 1: code, 2: `药品${code}`, 14: '10mg×20片', 79: '1', 83: '100', 92: '01', ...over };
  for (const [column, text] of Object.entries(filled)) cells[Number(column) - 1] = text ?? 'null';
  return cells.join('\t');
}

type Say = (input: Readonly<Record<string, unknown>>, calls: number) => Outcome | Readonly<Record<string, unknown>>;

export const refusal = (reason: string): Outcome => ({ kind: 'refused', exchangeId: 'x', msgid: 'm', code: '-1', reason });
export const silence: Outcome = { kind: 'unknown', exchangeId: 'x', msgid: 'm', reason: 'timeout' };

/** A platform that says what the test tells it to; everything it was asked stands in `asked`. */
export function toldPlatform(says: Readonly<Partial<Record<string, Say>>>, files: Readonly<Record<string, Buffer | Outcome>> = {}) {
  const asked: { readonly infno: string; readonly input: Readonly<Record<string, unknown>>; readonly subject?: ExchangeSubject }[] = [];
  const client: NationalClient = {
    async call(infno, input, subject) {
      asked.push({ infno, input, subject });
      const said = says[infno]?.(input, asked.filter((one) => one.infno === infno).length) ?? {};
      return 'kind' in said ? (said as Outcome) : { kind: 'success', exchangeId: 'x', msgid: 'm', output: said };
    },
    async upload() {
      return { kind: 'success', exchangeId: 'x', msgid: 'm', output: { file_qury_no: 'UP1', filename: 'up.zip' } };
    },
    async download({ fileQueryNo }) {
      asked.push({ infno: '9102', input: { fileQueryNo } });
      const file = files[fileQueryNo];
      if (Buffer.isBuffer(file)) return { kind: 'file', content: file, exchangeId: 'x' };
      return (file as Exclude<Outcome, { kind: 'success' }>) ?? { kind: 'refused', exchangeId: 'x', msgid: 'm', code: '-1', reason: '文件不存在' };
    },
    outcomeOf: async () => undefined,
    async connectionOf(orgId: OrgId) {
      const rest = { baseUrl: '', region: 'test', fixmedinsName: '', mdtrtareaAdmvs: '440100', recerSysCode: '', infver: '', values: {} };
      const rules = { equalResults: ['0', '000000'] };
      return {
        connection: { orgId, fixmedinsCode: 'H44SIM000001', ...rest },
        adapter: { rules } as never,
        simulated: true,
        testRegion: true,
        quotaDiseases: [],
      };
    },
  };
  return { client, asked, count: (infno: CatalogueInfno | string) => asked.filter((one) => one.infno === infno).length };
}

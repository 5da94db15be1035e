/** A platform that hands out catalogue files of any length and says yes to everything else; speaks as the gateway of Guangdong does. */
import { createServer } from 'node:http';
import yazl from 'yazl';

const STEMS = [...'阿莫西林头孢克洛布地奈德氯雷他定奥美拉唑辛伐硝苯格列吡嗪左氧沙星甲硝唑利巴韦维生素葡萄糖碳酸钙骨化三醇'];
const TAILS = ['钠', '钾', '钙', '酸', '酯', '胺', '醇', '酮', '肽', '素', '磷酸', '盐酸', '硫酸', '马来酸', '枸橼酸', '复方'];
const FORMS = ['片', '胶囊', '注射液', '颗粒', '滴眼液', '乳膏', '口服溶液', '缓释片', '软胶囊', '贴剂', '栓', '散'];
const PLACES = ['北京', '上海', '广州', '武汉', '南宁', '成都', '西安', '哈尔滨', '长沙', '杭州'];

const pick = (list, at) => list[at % list.length];
/** Names as varied as those of a national list: some tens of thousands among the rows. */
const nameOf = (n) => {
  const kind = n % 40_000;
  const stem = [0, 7, 19].map((step) => pick(STEMS, Math.floor(kind / (step + 1)) + step)).join('');
  return `${stem}${pick(TAILS, Math.floor(kind / 3))}${pick(FORMS, kind)}`;
};
export const codeOf = (n) => `XSIM${String(n).padStart(6, '0')}A${String((n * 37) % 1000).padStart(3, '0')}`;
export const approvalOf = (n) => `SIM准字H${String(10_000_000 + n)}`;
export { nameOf };

/** Later than those of the demo. */
const versionOf = (version) => `V2027010${version}`;

/** A line of 1301 with 92 columns. `version` 1 is the first file; in the second every hundredth row has changed. */
function lineOf(n, version) {
  const cells = Array(92).fill('null');
  const changed = version > 1 && n % 100 === 0;
  const filled = {
    1: codeOf(n),
    2: nameOf(n),
    4: nameOf(n),
    10: pick(FORMS, n),
    14: `${pick([5, 10, 20, 25, 50, 100], n)}mg×${pick([10, 12, 20, 24, 30], n >> 3)}粒/盒`,
    40: '粒',
    50: `${pick(PLACES, n)}第${(n % 97) + 1}制药厂(演示)`,
    57: n % 5 === 0 ? `限二级及以上医疗机构使用${changed ? '，并须有检验证据' : ''}` : 'null',
    58: n % 5 === 0 ? '1' : '0',
    62: approvalOf(n),
    77: '2026-01-01',
    79: changed && n % 5 !== 0 ? '0' : '1',
    83: versionOf(changed ? 2 : 1),
    92: pick(['01', '02', '03'], n),
  };
  for (const [column, text] of Object.entries(filled)) cells[column - 1] = text;
  return cells.join('\t');
}

/** The zipped file of a version. */
export async function catalogueFile(rows, version) {
  const zip = new yazl.ZipFile();
  const parts = [];
  for (let from = 0; from < rows; from += 10_000) {
    const lines = Array.from({ length: Math.min(10_000, rows - from) }, (_none, at) => lineOf(from + at, version));
    parts.push(Buffer.from(`${lines.join('\n')}\n`));
  }
  zip.addBuffer(Buffer.concat(parts), '1301.txt');
  zip.end();
  const chunks = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** @returns {Promise<{url: string, offer: (file: {version: number, rows: number, content: Buffer}) => void, close: () => Promise<void>}>} */
export async function startCataloguePlatform() {
  let offered;
  const answers = {
    9001: () => ({ signinoutb: { sign_no: 'SIM1', sign_time: '2026-01-01 00:00:00' } }),
    1301: ({ data }) =>
      offered && data.ver < versionOf(offered.version)
        ? { file_qury_no: `F${offered.version}`, filename: '1301.zip', data_cnt: offered.rows }
        : { file_qury_no: '', data_cnt: 0 },
  };
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { infno, input } = JSON.parse(Buffer.concat(chunks).toString());
      if (infno === '9102') {
        response.writeHead(200, { 'content-type': 'application/zip' });
        return response.end(offered.content);
      }
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ infcode: 0, inf_refmsgid: '1', err_msg: '', output: answers[infno]?.(input) ?? {} }));
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    offer: (file) => {
      offered = file;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

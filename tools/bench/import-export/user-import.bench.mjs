/**
 * 10,000 users from a workbook, the way the page does it: upload, preview, then the rows in parts. Time of each step, the longest call, what
 * other people's calls take meanwhile, and the peak of the server's memory. Run directly it prints JSON: `node tools/bench/import-export/user-import.bench.mjs`.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import yazl from 'yazl';
import { onPostgres } from '../database/db-engine.bench.mjs';
import { signIn, startSystem } from '../system.mjs';

const USERS = 10_000;
/** As the page sends them. */
const ROWS_PER_CALL = 250;
const MB = 1024;
const FAMILY = [...'王李张刘陈杨黄赵周吴徐孙马朱胡郭何高林罗'];
const GIVEN = [...'伟芳娜敏静秀丽强磊军洋勇艳杰娟涛明超霞平刚桂英华玉兰'];
const HEADINGS = [
  '账号',
  '姓名',
  '工号',
  '性别',
  '所属组织',
  '直属主管',
  '岗位',
  '角色',
  '手机',
  '邮箱',
  '入职日期',
  '生日',
  '证件类型',
  '证件号码',
  '通讯地址',
];

const cell = (text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const rowXml = (texts) => `<row>${texts.map(cell).join('')}</row>`;

function person(n, place, role) {
  const name = FAMILY[n % FAMILY.length] + GIVEN[(n * 7) % GIVEN.length] + GIVEN[(n * 13) % GIVEN.length];
  // Everybody but the first of each hundred reports to that one.
  const manager = n % 100 === 0 ? '' : `bench.${n - (n % 100)}`;
  const day = String((n % 28) + 1).padStart(2, '0');
  return [
    `bench.${n}`,
    name,
    String(100_000 + n),
    n % 2 ? '男' : '女',
    place,
    manager,
    '',
    role,
    String(13_500_000_000 + n),
    `bench${n}@example.org`,
    `2020-01-${day}`,
    `1990-05-${day}`,
    '护照',
    `SIM${n}`,
    '测试路1号',
  ];
}

/** A workbook as other programs write it. */
async function workbook(place, role) {
  const zip = new yazl.ZipFile();
  const add = (name, xml) => zip.addBuffer(Buffer.from(xml), name);
  add('xl/workbook.xml', '<workbook xmlns:r="r"><sheets><sheet name="users" sheetId="1" r:id="rId1"/></sheets></workbook>');
  add('xl/_rels/workbook.xml.rels', '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>');
  const rows = Array.from({ length: USERS }, (_none, n) => rowXml(person(n, place, role)));
  add('xl/worksheets/sheet1.xml', `<worksheet><sheetData>${rowXml(HEADINGS)}${rows.join('')}</sheetData></worksheet>`);
  zip.end();
  const chunks = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Kilobytes of a line such as `VmHWM:   123456 kB`. */
const memory = (pid, field) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);

const timed = async (work) => {
  const began = performance.now();
  return [await work(), performance.now() - began];
};

const accepted = (answer, what) => {
  if (answer.code !== 200) throw new Error(`${what}: ${answer.code} ${answer.msg}`);
  return answer.data;
};

/** Calls that somebody else makes all the while; @returns the longest of them in milliseconds once it is told to stop. */
function otherPerson(session) {
  let going = true;
  let longest = 0;
  const done = (async () => {
    while (going) {
      const [, ms] = await timed(() => session.call('GET', '/api/oauth/CurrentUser'));
      longest = Math.max(longest, ms);
    }
  })();
  return async () => {
    going = false;
    await done;
    return longest;
  };
}

async function measure({ url, pid }, account, password) {
  const { call, token } = await signIn(url, account, password);
  const place = accepted(await call('GET', '/api/oauth/CurrentUser'), 'who am I').userInfo.organizeName;
  const content = await workbook(place, '');
  await call('GET', '/api/permission/Users?pageSize=20');
  const idle = memory(pid, 'VmRSS');
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const stop = otherPerson(await signIn(url, account, password));

  const form = new FormData();
  form.append('file', new Blob([content]), 'users.xlsx');
  const [uploaded, uploadMs] = await timed(async () =>
    accepted(await (await fetch(`${url}/api/permission/Users/Uploader`, { method: 'POST', headers: { authorization: token }, body: form })).json(), 'upload'),
  );
  const [preview, previewMs] = await timed(async () => accepted(await call('GET', `/api/permission/Users/ImportPreview?fileName=${uploaded.name}`), 'preview'));
  const rows = preview.dataRow;
  const wrong = rows.find((row) => row.errors.length > 0);
  if (rows.length !== USERS || wrong) throw new Error(`the preview does not fit: ${rows.length} rows, ${wrong?.errorsInfo ?? 'none wrong'}`);
  let longestCall = 0;
  let added = 0;
  const [, importMs] = await timed(async () => {
    for (let at = 0; at < rows.length; at += ROWS_PER_CALL) {
      const list = rows.slice(at, at + ROWS_PER_CALL).map(({ errors, errorsInfo, imported, manager, ...row }) => row);
      const [answer, ms] = await timed(() => call('POST', '/api/permission/Users/ImportData', { list }));
      longestCall = Math.max(longestCall, ms);
      added += accepted(answer, 'import').snum;
    }
  });
  const others = await stop();
  if (added !== USERS) throw new Error(`${added} users were added`);
  const [page, pageMs] = await timed(() => call('GET', '/api/permission/Users?pageSize=20&keyword=bench.77'));
  accepted(page, 'list');
  return { total: uploadMs + previewMs + importMs, uploadMs, previewMs, importMs, longestCall, others, pageMs, peak: memory(pid, 'VmHWM') - idle };
}

const rowsOf = (engine, result) => [
  { what: `${engine}: whole import`, value: result.total / 1000, unit: 's', budget: 20 },
  { what: `${engine}: preview`, value: result.previewMs / 1000, unit: 's' },
  { what: `${engine}: ${USERS / ROWS_PER_CALL} calls of ${ROWS_PER_CALL} rows`, value: result.importMs / 1000, unit: 's' },
  { what: `${engine}: longest of these calls`, value: result.longestCall, unit: 'ms' },
  { what: `${engine}: longest call of somebody else meanwhile`, value: result.others, unit: 'ms' },
  { what: `${engine}: search among them afterwards`, value: result.pageMs, unit: 'ms' },
  { what: `${engine}: peak memory above idle`, value: result.peak / MB, unit: 'MB', budget: 300 },
];

export const title = 'Import of 10,000 users from a workbook';
export async function run() {
  if (process.platform !== 'linux') return [{ what: 'peak memory is measured on Linux only', value: 0, unit: '' }];
  const dataDir = mkdtempSync(path.join(tmpdir(), 'nephra-bench-'));
  try {
    const system = await startSystem({ dataDir });
    const embedded = await measure(system, 'admin').finally(() => system.stop());
    const onServer = await onPostgres(async (url) => {
      const server = await startSystem({ env: { DATABASE_URL: url, ADMIN_PASSWORD: 'Bench2026', DEMO_DATA: '' } });
      return rowsOf('PostgreSQL', await measure(server, 'admin', 'Bench2026').finally(() => server.stop()));
    });
    return [...rowsOf('embedded', embedded), ...(onServer ?? [{ what: 'PostgreSQL: none on this machine', value: 0, unit: '' }])];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) console.log(JSON.stringify(await run(), null, 2));

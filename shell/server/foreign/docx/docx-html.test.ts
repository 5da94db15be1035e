import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { describe, expect, it } from 'vitest';
import { parseDocx } from './docx-html.ts';
import { numberText } from './number-text.ts';

const LIMITS = { unpackedBytes: 10_000_000, chars: 10_000, pictureBytes: 1_000 };

async function zip(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const file = new ZipFile();
  for (const [path, content] of Object.entries(parts)) file.addBuffer(Buffer.from(content), path);
  file.end();
  return Buffer.concat(await (file.outputStream as Readable).toArray());
}

const read = async (body: string, parts: Readonly<Record<string, string | Buffer>> = {}, limits = LIMITS) =>
  await parseDocx(await zip({ 'word/document.xml': `<w:document><w:body>${body}<w:sectPr><w:p/></w:sectPr></w:body></w:document>`, ...parts }), limits);
const htmlOf = async (...input: Parameters<typeof read>) => (await read(...input)).html;
const run = (text: string, looks = '') => `<w:r>${looks && `<w:rPr>${looks}</w:rPr>`}<w:t>${text}</w:t></w:r>`;
const relations = (...list: readonly string[]) => ({ 'word/_rels/document.xml.rels': `<Relationships>${list.join('')}</Relationships>` });

describe('the text of a .docx', () => {
  it('keeps the looks of its pieces', async () => {
    const looks = '<w:b/><w:i w:val="0"/><w:u w:val="single"/><w:color w:val="C00000"/><w:sz w:val="28"/>';
    expect(await htmlOf(`<w:p><w:pPr><w:jc w:val="center"/></w:pPr>${run('知情同意书', looks)}${run('2', '<w:vertAlign w:val="superscript"/>')}</w:p>`)).toBe(
      '<p style="text-align:center"><u><b><span style="color:#C00000;font-size:14pt">知情同意书</span></b></u><sup>2</sup></p>',
    );
  });

  it('escapes texts, and takes colours and numbers alone into styles', async () => {
    const evil = '<w:color w:val="red;background:url(//a)"/><w:sz w:val="1;x"/>';
    expect(await htmlOf(`<w:p><w:pPr><w:jc w:val="&quot;&gt;"/></w:pPr>${run('&lt;img src=x onerror=1&gt;', evil)}</w:p>`)).toBe(
      '<p>&lt;img src=x onerror=1&gt;</p>',
    );
  });

  it('links lead to web pages and mail, whatever the file says', async () => {
    const link = (id: string) => `<w:hyperlink r:id="${id}">${run(id)}</w:hyperlink>`;
    const targets = ['https://a.example/?a=1&amp;b="', 'javascript:alert(1)', 'file:///etc/passwd', 'mailto:a@b.example'];
    const list = targets.map((target, at) => `<Relationship Id="r${at}" TargetMode="External" Target='${target}'/>`);
    expect(await htmlOf(`<w:p>${[0, 1, 2, 3, 4].map((at) => link(`r${at}`)).join('')}</w:p>`, relations(...list))).toBe(
      '<p><a href="https://a.example/?a=1&amp;b=&quot;">r0</a><a>r1</a><a>r2</a><a href="mailto:a@b.example">r3</a><a>r4</a></p>',
    );
  });

  it('headings and looks come from styles, with those that they are based on', async () => {
    const styles = `<w:styles>
      <w:style w:type="paragraph" w:default="1" w:styleId="a"><w:rPr><w:sz w:val="21"/></w:rPr></w:style>
      <w:style w:type="paragraph" w:styleId="base"><w:basedOn w:val="loop"/><w:rPr><w:b/></w:rPr></w:style>
      <w:style w:type="paragraph" w:styleId="loop"><w:basedOn w:val="base"/></w:style>
      <w:style w:type="paragraph" w:styleId="1"><w:name w:val="heading 2"/><w:basedOn w:val="base"/><w:pPr><w:jc w:val="right"/></w:pPr></w:style></w:styles>`;
    const heading = `<w:p><w:pPr><w:pStyle w:val="1"/></w:pPr>${run('诊断', '<w:b w:val="false"/>')}${run('一')}</w:p>`;
    expect(await htmlOf(`${heading}<w:p>${run('x')}</w:p>`, { 'word/styles.xml': styles })).toBe(
      '<h4 style="text-align:right">诊断<b>一</b></h4><p><span style="font-size:10.5pt">x</span></p>',
    );
  });

  it('numbers lists as the document does', async () => {
    const level = (at: number, format: string, text: string, start = 1) =>
      `<w:lvl w:ilvl="${at}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
    const numbering = `<w:numbering><w:abstractNum w:abstractNumId="0">${level(0, 'chineseCounting', '%1、')}${level(1, 'decimal', '%1.%2', 3)}</w:abstractNum>
      <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
      <w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="11"/></w:lvlOverride></w:num></w:numbering>`;
    const item = (id: number, at: number) => `<w:p><w:pPr><w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${id}"/></w:numPr></w:pPr>${run('x')}</w:p>`;
    const html = await htmlOf([item(1, 0), item(1, 1), item(1, 1), item(1, 0), item(1, 1), item(2, 0)].join(''), { 'word/numbering.xml': numbering });
    expect([...html.matchAll(/>([^<>\u2002]*)\u2002x</g)].map(([, label]) => label)).toEqual(['一、', '一.3', '一.4', '二、', '二.3', '十一、']);
  });

  it('tables keep merged cells', async () => {
    const cell = (text: string, looks = '') => `<w:tc><w:tcPr>${looks}</w:tcPr><w:p>${run(text)}</w:p></w:tc>`;
    const rows = [
      cell('a', '<w:vMerge w:val="restart"/>') + cell('b', '<w:gridSpan w:val="2"/>'),
      cell('', '<w:vMerge/>') + cell('c') + cell('d'),
      cell('e') + cell('f', '<w:vMerge/>') + cell('g'),
    ];
    expect(await htmlOf(`<w:tbl><w:tblPr/>${rows.map((row) => `<w:tr>${row}</w:tr>`).join('')}</w:tbl>`)).toBe(
      '<table><tbody><tr><td rowspan="2"><p>a</p></td><td colspan="2"><p>b</p></td></tr>' +
        '<tr><td><p>c</p></td><td><p>d</p></td></tr><tr><td><p>e</p></td><td><p>f</p></td><td><p>g</p></td></tr></tbody></table>',
    );
  });

  it('shows pictures that fit and browsers know, and counts the others', async () => {
    const blip = (id: string) => `<w:p><w:r><w:drawing><wp:extent cx="952500" cy="1"/><a:blip r:embed="${id}"/></w:drawing></w:r></w:p>`;
    const list = ['a.png', 'b.png', 'c.emf', '../../d.png'].map((name, at) => `<Relationship Id="r${at}" Target="media/${name}"/>`);
    const media = { 'word/media/a.png': Buffer.alloc(3, 1), 'word/media/b.png': Buffer.alloc(1_200, 1), 'word/media/c.emf': 'x' };
    const document = await read([0, 1, 2, 3].map((at) => blip(`r${at}`)).join(''), { ...media, ...relations(...list) });
    expect(document.html).toContain('<img src="data:image/png;base64,AQEB" alt="" width="100">');
    expect([document.html.match(/<img/g)?.length, document.picturesLeftOut]).toEqual([1, 3]);
  });

  it('leaves out what was deleted, what is hidden and what older programs show instead; text boxes follow their paragraph', async () => {
    const box = `<mc:AlternateContent><mc:Choice><w:txbxContent><w:p>${run('box')}</w:p></w:txbxContent></mc:Choice><mc:Fallback>${run('old')}</mc:Fallback></mc:AlternateContent>`;
    const body = `<w:p><w:del>${run('gone')}</w:del>${run('unseen', '<w:vanish/>')}<w:ins>${run('new')}</w:ins><w:r>${box}</w:r>${run('end')}</w:p>`;
    expect(await htmlOf(body)).toBe('<p>newend</p><p>box</p>');
  });

  it('a long document is cut, with all its marks closed', async () => {
    const document = await read(`<w:tbl><w:tr><w:tc>${`<w:p>${run('x'.repeat(200))}</w:p>`.repeat(100)}`, {}, { ...LIMITS, chars: 1_000 });
    expect(document.cut).toBe(true);
    expect(document.html.length).toBeLessThan(2_000);
    expect(document.html).toMatch(/^<table><tbody><tr><td>(<p>x+<\/p>)+<\/td><\/tr><\/tbody><\/table>$/);
  });

  it('boxes in boxes without end are cut, too', async () => {
    expect((await read('<w:tbl><w:tr><w:tc>'.repeat(5_000))).cut).toBe(true);
  });
});

it.each([
  [1, 'decimal', '1'],
  [4, 'lowerRoman', 'iv'],
  [28, 'upperLetter', 'BB'],
  [20, 'chineseCounting', '二十'],
  [35, 'chineseCountingThousand', '三十五'],
  [100, 'chineseCounting', '100'],
  [2, 'ideographTraditional', '乙'],
  [3, 'decimalEnclosedCircle', '③'],
  [0, 'upperRoman', '0'],
  [7, 'decimalZero', '07'],
  [7, 'whatever', '7'],
])('%i in the format %s is %s', (value, format, text) => {
  expect(numberText(value, format)).toBe(text);
});

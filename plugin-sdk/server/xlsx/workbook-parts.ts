/** Index of each cell format in `xl/styles.xml`. */
export const STYLE = { plain: 0, heading: 1, text: 2, integer: 3, money: 4, price: 5, quantity: 6, date: 7, datetime: 8 } as const;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Formats of our own begin at 164; the lower ones are built in (0 = as it is, 1 = whole, 4 = two decimals, 49 = text). */
const OWN_FORMATS = { price: [164, '#,##0.00##'], date: [165, 'yyyy\\-mm\\-dd'], datetime: [166, 'yyyy\\-mm\\-dd\\ hh:mm:ss'] } as const;

const ownFormats = Object.values(OWN_FORMATS)
  .map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`)
  .join('');

/** Number format of each style, in the order of `STYLE`. */
const formats = [0, 49, 49, 1, 4, OWN_FORMATS.price[0], 0, OWN_FORMATS.date[0], OWN_FORMATS.datetime[0]];

const cellFormats = formats
  .map((format, style) =>
    style === STYLE.heading
      ? `<xf numFmtId="${format}" fontId="1" fillId="2" borderId="1" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment vertical="center"/></xf>`
      : `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  )
  .join('');

const styles = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="${Object.keys(OWN_FORMATS).length}">${ownFormats}</numFmts><fonts count="2"><font><sz val="11"/><name val="Microsoft YaHei"/><family val="2"/></font><font><b/><sz val="11"/><color rgb="FF0F4C47"/><name val="Microsoft YaHei"/><family val="2"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE3F1EF"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top/><bottom style="thin"><color rgb="FF8FB8B3"/></bottom><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${formats.length}">${cellFormats}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

const relation = (id: string, type: string, target: string): string => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;

/** Where sheet number `index` (from 0) lies in the file. */
export const sheetPath = (index: number): string => `xl/worksheets/sheet${index + 1}.xml`;

/**
 * Everything of a workbook but its sheets: path and content of each part.
 * @param sheetNames already fit for XML attributes
 * @param hidden places of sheets that people do not see
 */
export function workbookParts(sheetNames: readonly string[], hidden: ReadonlySet<number> = new Set()): readonly (readonly [path: string, xml: string])[] {
  const each = (make: (name: string, index: number) => string): string => sheetNames.map(make).join('');
  return [
    [
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/>${each((_name, index) => `<Override PartName="/${sheetPath(index)}" ContentType="${CONTENT}.worksheet+xml"/>`)}</Types>`,
    ],
    ['_rels/.rels', `${HEAD}<Relationships xmlns="${RELATIONS}">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`],
    [
      'xl/workbook.xml',
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"${hidden.has(index) ? ' state="hidden"' : ''}/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${HEAD}<Relationships xmlns="${RELATIONS}">${each((_name, index) => relation(`rId${index + 1}`, 'worksheet', sheetPath(index).slice('xl/'.length)))}${relation(`rId${sheetNames.length + 1}`, 'styles', 'styles.xml')}</Relationships>`,
    ],
    ['xl/styles.xml', styles],
  ];
}

/**
 * What stands before and after the rows of a sheet.
 * @param rules XML of `dataValidations`, if any
 */
export function sheetFrame(widths: readonly number[], title: string, rules = ''): { readonly before: string; readonly after: (rows: number) => string } {
  const columns = widths.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join('');
  return {
    before: `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="18"/><cols>${columns}</cols><sheetData>${title}`,
    after: (rows) => `</sheetData><autoFilter ref="A1:${columnName(widths.length)}${rows + 1}"/>${rules}</worksheet>`,
  };
}

/** 1 = A, 27 = AA. */
export function columnName(number: number): string {
  let name = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26)) name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
}

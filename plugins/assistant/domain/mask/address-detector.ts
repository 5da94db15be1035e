import type { Detector, Span } from './span.ts';

/** A run of what addresses are written with. */
const RUN = /[\u4e00-\u9fff0-9A-Za-z#-]{4,200}/g;
/** Endings of the parts of an address, each with its height; the longer one first. */
const LEVELS: readonly (readonly [ending: string, height: number])[] = [
  ['特别行政区', 1],
  ['自治区', 1],
  ['自治區', 1],
  ['省', 1],
  ['自治州', 2],
  ['市', 2],
  ['开发区', 3],
  ['区', 3],
  ['區', 3],
  ['县', 3],
  ['縣', 3],
  ['旗', 3],
  ['街道', 4],
  ['镇', 4],
  ['鎮', 4],
  ['乡', 4],
  ['鄉', 4],
  ['社区', 5],
  ['社區', 5],
  ['小区', 5],
  ['小區', 5],
  ['村', 5],
  ['屯', 5],
  ['花园', 5],
  ['花園', 5],
  ['大道', 6],
  ['路', 6],
  ['街', 6],
  ['巷', 6],
  ['弄', 6],
  ['胡同', 6],
];
/** Parts that count only behind a number. */
const NUMBERED: readonly (readonly [ending: string, height: number])[] = [
  ['单元', 8],
  ['單元', 8],
  ['号楼', 7],
  ['号', 7],
  ['號', 7],
  ['栋', 7],
  ['棟', 7],
  ['幢', 7],
  ['楼', 8],
  ['樓', 8],
  ['室', 9],
  ['组', 7],
  ['組', 7],
];
/** Words that an address follows and is no part of. */
const STOPS = new Set([...'在住于於是到从從去的址为為与與和及至由往来來']);
/** Characters of a part before its ending: 呼和浩特市. */
const MAX_PART = 7;
const STATED =
  /(?:住址|地址|家住|住在|住所|户籍地|戶籍地|户籍|戶籍|籍贯|籍貫|通讯处)(?<sign>[ :：是为為在于於[【(（]{0,4})(?!(?:人员|证件|电话|医保号|病历号|日期|地址|邮箱|号码)[0-9])(?<value>[^\s,，。；;！!？?、[\]【】\n]{2,60})/g;

interface Part {
  readonly start: number;
  readonly end: number;
  readonly height: number;
}

function partAt(run: string, at: number, from: number): Part | undefined {
  for (const [ending, height] of LEVELS) {
    if (!run.startsWith(ending, at)) continue;
    let start = at;
    while (start > from && start > at - MAX_PART && !STOPS.has(run[start - 1] ?? '')) start -= 1;
    return at - start < 1 ? undefined : { start, end: at + ending.length, height };
  }
  for (const [ending, height] of NUMBERED) {
    if (!run.startsWith(ending, at)) continue;
    let start = at;
    while (start > from && /[0-9A-Za-z#〇零一二三四五六七八九十百-]/.test(run[start - 1] ?? '')) start -= 1;
    if (start < at) return { start, end: at + ending.length, height };
  }
  return undefined;
}

/** Two parts of different height close behind one another, going down: 天河区体育西路, 龙泉街道3号. */
export const writtenAddresses: Detector = (text) => {
  const spans: Span[] = [];
  for (const match of text.matchAll(RUN)) {
    const run = match[0];
    let chain: Part[] = [];
    const close = (): void => {
      const [first, last] = [chain[0], chain.at(-1)];
      if (first && last && chain.length > 1) spans.push({ start: match.index + first.start, end: match.index + last.end, kind: 'address' });
      chain = [];
    };
    for (let at = 0; at < run.length; at += 1) {
      const before = chain.at(-1);
      const part = partAt(run, at, before?.end ?? 0);
      if (!part) continue;
      if (before && (part.height <= before.height || part.start - before.end > MAX_PART)) close();
      chain.push(part);
      at = part.end - 1;
    }
    close();
  }
  return spans;
};

/** What stands behind 住址 and the like. 地址 alone is also a word of computers: there a colon must stand. */
export const statedAddresses: Detector = (text) =>
  [...text.matchAll(STATED)].flatMap((match): Span[] => {
    const { sign = '', value = '' } = match.groups ?? {};
    if (match[0].startsWith('地址') && !/[:：]/.test(sign)) return [];
    const end = match.index + match[0].length;
    return [{ start: end - value.length, end, kind: 'address' }];
  });

import { type Detector, spansOf } from './span.ts';

/** Digits as people write and say them in Chinese: a telephone number dictated as 幺三八…. */
const SPOKEN = '〇零一幺么二两兩三四五六七八九壹贰貳叁參肆伍陆陸柒捌玖';
const NUMERAL = `0-9${SPOKEN}`;

/** What may stand between two digits of one number, where somebody sets it apart: line breaks, strokes, stars; no letter and no word. */
const GAP = '[^0-9A-Za-z\\p{Script=Han}]{0,3}';
const D = '[0-9]';
const several = (count: number): string => Array.from({ length: count }, () => D).join(GAP);
/** Identity card however it is broken up. The day of birth within tells it from a column of amounts. */
const BROKEN_CARD = [
  `(?<![0-9])[1-9]${GAP}${several(5)}`,
  `(?:1${GAP}9|2${GAP}0)`,
  several(2),
  `(?:0${GAP}[1-9]|1${GAP}[0-2])`,
  `(?:0${GAP}[1-9]|[12]${GAP}${D}|3${GAP}[01])`,
  several(3),
  '[0-9Xx](?![0-9])',
].join(GAP);

/** Numbers and addresses of the net, the surest first. Each is bounded, so that no text makes one slow. */
export const numberDetectors: readonly Detector[] = [
  // pattern: of constants of this file
  spansOf(new RegExp(BROKEN_CARD, 'gu'), 'document'),
  spansOf(/[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,190}/g, 'mail'),
  // Named numbers: after such a word even a short one says who it is.
  spansOf(/(?:身份证|證件|证件|身分證|身分证|护照|護照|通行证|通行證|户口)[^0-9A-Za-z\n]{0,8}(?<value>[0-9A-Za-z][0-9A-Za-z -]{2,24}[0-9A-Za-z])/g, 'document'),
  spansOf(/(?:医保|醫保|社保|参保|參保|保险|保險|健保)[^0-9A-Za-z\n]{0,8}(?<value>[0-9A-Za-z][0-9A-Za-z -]{2,24}[0-9A-Za-z])/g, 'insurance'),
  spansOf(
    /(?:病历|病歷|病案|住院|门诊|門診|透析|就诊|就診|登记|登記|档案|檔案|患者|病人|病患|检验|檢驗|影像)(?:编号|編號|号码|號碼|卡号|卡號|号|號|ID|id)[^0-9A-Za-z\n]{0,6}(?<value>[0-9A-Za-z][0-9A-Za-z -]{1,24}[0-9A-Za-z])/g,
    'record',
  ),
  spansOf(/(?:电话|電話|手机|手機|联系方式|聯絡方式|微信|QQ)[^0-9A-Za-z\n]{0,8}(?<value>[0-9A-Za-z+][0-9A-Za-z +-]{3,24}[0-9A-Za-z])/g, 'phone'),
  spansOf(/\b(?:MRN|passport|insurance|record|patient id|id card|id no)[^0-9\n]{0,10}(?<value>[0-9][0-9A-Za-z-]{2,24})/gi, 'record'),
  spansOf(/\b(?:phone|tel|telephone|mobile|call)[^0-9\n]{0,10}(?<value>\+?[0-9][0-9 -]{3,24}[0-9])/gi, 'phone'),
  // Identity cards of 18 and 15 digits, also with gaps.
  spansOf(/(?<![0-9])[1-9][0-9]{5}[ -]?(?:19|20)[0-9]{2}[ -]?[0-9]{4}[ -]?[0-9]{3}[0-9Xx](?![0-9])/g, 'document'),
  spansOf(/(?<![0-9])[1-9][0-9]{14}(?![0-9])/g, 'document'),
  spansOf(/(?<![0-9])(?:\+?86[ -]?)?1[3-9][0-9][ -]?[0-9]{4}[ -]?[0-9]{4}(?![0-9])/g, 'phone'),
  spansOf(/(?<![0-9])1[3-9][0-9][\s./_*·-]{1,3}[0-9]{4}[\s./_*·-]{1,3}[0-9]{4}(?![0-9])/g, 'phone'),
  spansOf(/(?<![0-9])\(?0[0-9]{2,3}\)?[ -]?[0-9]{7,8}(?![0-9])/g, 'phone'),
];

/** Whole days: a birthday is one of them, and nobody can tell which. */
export const dateDetectors: readonly Detector[] = [
  spansOf(
    /(?:出生|生日|生于|生於|诞辰|誕辰|DOB|[Bb]orn|[Bb]irth)[^0-9〇零一二三四五六七八九十\n]{0,12}(?<value>[0-9〇零一二三四五六七八九十][0-9〇零一二三四五六七八九十年月日号號./ -]{2,14})/g,
    'date',
  ),
  spansOf(/(?:1[89]|20)[0-9]{2} ?[-/.年] ?[0-9]{1,2} ?[-/.月] ?[0-9]{1,2}(?:[日号號])?/g, 'date'),
  spansOf(/[0-9]{1,2}[-/.][0-9]{1,2}[-/.](?:1[89]|20)[0-9]{2}/g, 'date'),
  spansOf(/(?<![0-9])(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])(?![0-9])/g, 'date'),
  spansOf(/[一二][〇零一二三四五六七八九]{3}年[一二三四五六七八九十]{1,2}月[一二三四五六七八九十]{1,3}[日号號]?/g, 'date'),
  spansOf(
    /\b(?:[0-9]{1,2} )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.? (?:[0-9]{1,2}(?:st|nd|rd|th)?,? )?(?:1[89]|20)[0-9]{2}\b/gi,
    'date',
  ),
];

/** What is left of numbers: whatever is as long as one that tells who somebody is. After the others, which say better what it is. */
export const restDetectors: readonly Detector[] = [
  spansOf(/(?<![A-Za-z0-9])[A-Za-z]{1,6}-?[0-9]{5,40}[A-Za-z0-9]{0,10}/g, 'number'),
  spansOf(/[0-9](?:-?[0-9]){6,60}/g, 'number'),
  // Written in groups, as on a card.
  spansOf(/(?<![0-9])[0-9]{4,6}(?: [0-9]{2,6}){3,8}(?![0-9])/g, 'number'),
  spansOf(/(?<![0-9])[0-9](?:[ ,，、][0-9]){6,60}(?![0-9])/g, 'number'),
  // pattern: the class is a constant of this file
  spansOf(new RegExp(`[${NUMERAL}]{7,60}`, 'g'), 'number'),
  // Said in groups.
  // pattern: the class is a constant of this file
  spansOf(new RegExp(`[${SPOKEN}](?:[ ,，、.·-]{0,2}[${SPOKEN}]){6,60}`, 'g'), 'number'),
  // Letters within: a code that stands for one person, or a number with letters in place of digits.
  spansOf(/(?<![A-Za-z0-9])(?=(?:[A-Za-z-]{0,6}[0-9]){6})[A-Za-z0-9-]{7,60}/g, 'number'),
];

/** Why a text may not go to somebody by a foreign service. */
export type Leak = 'name' | 'number' | 'infection' | 'diagnosis';

/** What a text to a patient must not say, out of the file. */
export interface PersonFacts {
  readonly names: readonly string[];
  readonly diagnoses: readonly string[];
}

/** Written without signs between, in both scripts. */
const INFECTIONS: readonly string[] = [
  ...['乙肝', '丙肝', '甲肝', '肝炎', '梅毒', '艾滋', '爱滋', '愛滋', '结核', '結核', '传染', '傳染', '感染', '阳性', '陽性', '病毒', '隔离', '隔離'],
];
const INFECTION_WORDS: readonly string[] = [
  ...[
    'hbv',
    'hcv',
    'hiv',
    'hav',
    'hbsag',
    'antihcv',
    'aids',
    'tppa',
    'tpha',
    'rpr',
    'trust',
    'syphilis',
    'hepatitis',
    'tuberculosis',
    'covid',
    'mrsa',
    'infection',
  ],
  ...['infectious', 'infected'],
];
const DIAGNOSES: readonly string[] = [
  ...['尿毒症', '肾衰', '腎衰', '肾功能', '腎功能', '肾病', '腎病', '糖尿病', '高血压', '高血壓', '肿瘤', '腫瘤', '癌', '诊断', '診斷', '心衰', '贫血', '貧血'],
];
const DIAGNOSIS_WORDS: readonly string[] = [
  'uremia',
  'uraemia',
  'ckd',
  'esrd',
  'diabetes',
  'hypertension',
  'cancer',
  'tumor',
  'tumour',
  'diagnosis',
  'diagnosed',
  'anemia',
];

/** Mobiles have 11 digits, numbers of accounts and documents more. */
const MOBILE_DIGITS = 11;
const DOCUMENT_DIGITS = 13;

const plain = (text: string): string => text.normalize('NFKC').toLowerCase();
/** Without anything that is neither letter nor digit: what is written apart is read together. */
const bare = (text: string): string => plain(text).replace(/[^\p{L}\p{N}]/gu, '');

/** Latin words; single letters that stand beside each other are one, so that `H I V` and `H.I.V.` are what they say. */
function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  let letters = '';
  for (const word of plain(text).split(/[^a-z0-9]+/)) {
    if (word.length === 1) {
      letters += word;
      continue;
    }
    if (letters !== '') words.push(letters);
    letters = '';
    if (word !== '') words.push(word);
  }
  return letters === '' ? words : [...words, letters];
}

const saysWord = (words: readonly string[], known: readonly string[]): boolean =>
  words.some((word) => known.some((one) => word === one || (word.startsWith(one) && /^\d+$/.test(word.slice(one.length)))));

/** Runs of digits, however they are set apart by spaces and strokes. */
const digitRuns = (text: string): readonly string[] =>
  plain(text)
    .replace(/(\d)[\s\p{P}\p{Cf}]{1,2}(?=\d)/gu, '$1')
    .match(/\d+/g) ?? [];

const isNumberOfPerson = (run: string): boolean => run.length >= DOCUMENT_DIGITS || (run.length === MOBILE_DIGITS && /^1[3-9]/.test(run));

/**
 * What of a text must not go to a person by a foreign service; undefined: nothing. Names and diagnoses are those of the file, besides words that are one anywhere. It errs
 * on the side of refusing: a person who writes reads why and says it otherwise.
 * @param options.numbers false for what is the same for everybody, where a telephone number is the hospital's own
 */
export function leakIn(text: string, facts: PersonFacts, { numbers = true }: { readonly numbers?: boolean } = {}): Leak | undefined {
  const all = bare(text);
  const holds = (one: string): boolean => all.includes(bare(one));
  if (facts.names.some((name) => bare(name).length >= 2 && holds(name))) return 'name';
  if (numbers && digitRuns(text).some(isNumberOfPerson)) return 'number';
  const words = wordsOf(text);
  if (INFECTIONS.some(holds) || saysWord(words, INFECTION_WORDS)) return 'infection';
  if (facts.diagnoses.some((name) => bare(name).length >= 2 && holds(name)) || DIAGNOSES.some(holds) || saysWord(words, DIAGNOSIS_WORDS)) return 'diagnosis';
  return undefined;
}

/** A reminder as it leaves: one sentence that is the same for everybody, and where it leads. */
export interface Reminder {
  readonly sentence: string;
  /** Empty: nowhere. */
  readonly url: string;
}

/**
 * The only thing that a message to a patient becomes outside. Of the message it takes its id, which says nothing; subject, text, parameters and kind have no way in, so
 * nothing of them can leave.
 */
export function reminderOf({ id }: { readonly id: string }, sentence: string, reminderUrl: string): Reminder {
  if (reminderUrl === '') return { sentence, url: '' };
  return { sentence, url: `${reminderUrl}${reminderUrl.includes('?') ? '&' : '?'}m=${encodeURIComponent(id)}` };
}

import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { addressOf } from '../query-plans/address-of.ts';
import { type Call, sampleOf } from '../../security/organisations/id-places.ts';
import type { BoundRoute } from '../../../shell/server/http/pipeline/bound-route.ts';
import type { TestClient } from '../server.ts';

/** A list asked for more than anybody needs. */
export interface HardQuestion {
  readonly bound: BoundRoute;
  readonly call: Call;
  /** `charging.bills, keyword: %` */
  readonly what: string;
}

interface Member {
  readonly type?: string;
  readonly maxLength?: number;
}
type Query = Readonly<Record<string, Member>>;

const LAST_PAGE = { currentPage: 1_000_000, pageSize: 50 } as const;
const WORDS = Array.from({ length: 200 }, (_, n) => `w${n}`).join(' ');
const FIRST_DAY_BEFORE = 3_652;

const queryOf = ({ route }: BoundRoute): Query => (route.query as { readonly properties?: Query } | undefined)?.properties ?? {};

/** One letter, marks that mean something to a search in the database, and as many words as fit, and more. */
function keywords({ maxLength = WORDS.length }: Member): (readonly [what: string, text: string])[] {
  const fitting = WORDS.slice(0, maxLength).trim();
  return [['one letter', 'l'], ['%', '%'], ['marks', "_\\'%"], ['many words', fitting], ...(fitting === WORDS ? [] : [['200 words', WORDS] as const])];
}

/** What can be asked too much of a list, by what its contract lets callers ask. */
function asked(query: Query, today: string): (readonly [what: string, more: Readonly<Record<string, unknown>>])[] {
  const { keyword, currentPage, startDate, endDate } = query;
  const tenYears = { startDate: dayBefore(today, FIRST_DAY_BEFORE), endDate: today };
  return [
    ...(keyword ? keywords(keyword).map(([what, text]) => [`keyword: ${what}`, { keyword: text }] as const) : []),
    ...(currentPage ? [['page 1,000,000', LAST_PAGE] as const] : []),
    ...(keyword && currentPage ? [['one letter, page 1,000,000', { keyword: 'l', ...LAST_PAGE }] as const] : []),
    ...(startDate?.type === 'string' && endDate ? [['ten years', tenYears] as const] : []),
    ...(keyword && startDate?.type === 'string' && endDate ? [['one letter, ten years', { keyword: 'l', ...tenYears }] as const] : []),
  ];
}

const dayBefore = (day: string, days: number): string => new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);

/** Of every route that reads and takes a keyword, a page or a span of days. @param today `YYYY-MM-DD` */
export function hardQuestions(routes: readonly BoundRoute[], today: string): HardQuestion[] {
  return routes
    .filter(({ route }) => route.method === 'GET')
    .flatMap((bound) => {
      const base = sampleOf(bound);
      const questions = asked(queryOf(bound), today);
      return questions.map(([what, more]) => ({ bound, what: `${bound.name}, ${what}`, call: { ...base, query: { ...(base.query as object), ...more } } }));
    });
}

interface Answer {
  readonly code: number;
  readonly msg: string;
}

async function answerOf(client: TestClient, bound: BoundRoute, call: Call): Promise<Answer> {
  const answer = await client.raw({ method: 'GET', url: addressOf(bound, call) });
  // Workbooks and pictures come without an envelope.
  const bare = answer.statusCode === 200 && !String(answer.headers['content-type']).includes('json');
  return bare ? { code: EnvelopeCode.Ok, msg: 'content' } : (answer.json() as Answer);
}

/**
 * Asks each of them. A list answers, or says in a sentence what is too much; where the plain question is refused already, as there is no such
 * record, so may this one be.
 * @returns what was answered otherwise
 */
export async function askHardQuestions(client: TestClient, questions: readonly HardQuestion[]): Promise<string[]> {
  const wrong: string[] = [];
  const plain = new Map<BoundRoute, Promise<Answer>>();
  for (const { bound, call, what } of questions) {
    const { code, msg } = await answerOf(client, bound, call);
    if (code === EnvelopeCode.Ok) continue;
    if (code === EnvelopeCode.Invalid && msg !== '') continue;
    const usual = plain.get(bound) ?? answerOf(client, bound, sampleOf(bound));
    plain.set(bound, usual);
    if (code === EnvelopeCode.Fault || (await usual).code !== code) wrong.push(`${what}: ${code} ${msg}`);
  }
  return wrong;
}

import { EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { addressOf } from './address-of.ts';
import { type Call, sampleOf } from './id-places.ts';
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
type Members = Readonly<Record<string, Member>>;
type Asked = readonly [what: string, more: Readonly<Record<string, unknown>>];

const LAST_PAGE = { currentPage: 1_000_000, pageSize: 50 } as const;
const WORDS = Array.from({ length: 200 }, (_, n) => `w${n}`).join(' ');
const FIRST_DAY_BEFORE = 3_652;
const DAY_MS = 86_400_000;
/** What is searched for: `keyword`, `drugKeyword`, `userName`. Ids and codes are compared whole. */
const SEARCHED = /(keyword|name)$/i;

/** Where a list takes what is asked of it; `undefined` where it is no list. A few lists are asked by a body, as theirs is long. */
function askedIn({ route }: BoundRoute): 'query' | 'body' | undefined {
  if (route.method === 'GET') return 'query';
  return route.audit !== 'write' && membersOf(route.body).currentPage ? 'body' : undefined;
}

const requiredOf = (schema: unknown): readonly string[] => (schema as { readonly required?: readonly string[] } | undefined)?.required ?? [];
const membersOf = (schema: unknown): Members => (schema as { readonly properties?: Members } | undefined)?.properties ?? {};

/** One letter, marks that mean something to a search in the database, and as many words as fit, and more. */
function keywords({ maxLength = WORDS.length }: Member): (readonly [what: string, text: string])[] {
  const fitting = WORDS.slice(0, maxLength).trim();
  return [['one letter', 'l'], ['%', '%'], ['marks', "_\\'%"], ['many words', fitting], ...(fitting === WORDS ? [] : [['200 words', WORDS] as const])];
}

/** A span of ten years in the kind that the list takes: days, or milliseconds. */
function tenYearsOf({ startDate, endDate, startTime, endTime }: Members, today: string): Readonly<Record<string, unknown>> | undefined {
  const last = Date.parse(today);
  const first = last - FIRST_DAY_BEFORE * DAY_MS;
  if (startDate?.type === 'string' && endDate) return { startDate: new Date(first).toISOString().slice(0, 10), endDate: today };
  if (startTime?.type === 'integer' && endTime) return { startTime: first, endTime: last + DAY_MS };
  return undefined;
}

/** What can be asked too much of a list, by what its contract lets callers ask. */
function asked(members: Members, today: string): Asked[] {
  const searched = Object.entries(members).filter(([name, { type }]) => type === 'string' && SEARCHED.test(name));
  const page = members.currentPage && LAST_PAGE;
  const tenYears = tenYearsOf(members, today);
  return [
    ...(page ? [['page 1,000,000', page] as const] : []),
    ...(tenYears ? [['ten years', tenYears] as const] : []),
    ...searched.flatMap(([name, member]): Asked[] => [
      ...keywords(member).map(([what, text]) => [`${name}: ${what}`, { [name]: text }] as const),
      ...(page ? [[`${name}: one letter, page 1,000,000`, { [name]: 'l', ...page }] as const] : []),
      ...(tenYears ? [[`${name}: one letter, ten years`, { [name]: 'l', ...tenYears }] as const] : []),
    ]),
  ];
}

/** Of every route that reads and takes a keyword, a page or a span of time. @param today `YYYY-MM-DD` */
export function hardQuestions(routes: readonly BoundRoute[], today: string): HardQuestion[] {
  return routes.flatMap((bound) => {
    const part = askedIn(bound);
    if (!part) return [];
    const base = sampleOf(bound);
    const schema = part === 'body' && bound.route.method !== 'GET' ? bound.route.body : bound.route.query;
    // Filters that nobody asked for would only empty the list.
    const plain = Object.fromEntries(requiredOf(schema).map((name) => [name, (base[part] as Record<string, unknown>)[name]]));
    return asked(membersOf(schema), today).map(([what, more]) => ({ bound, what: `${bound.name}, ${what}`, call: { ...base, [part]: { ...plain, ...more } } }));
  });
}

interface Answer {
  readonly code: number;
  readonly msg: string;
}

async function answerOf(client: TestClient, bound: BoundRoute, call: Call): Promise<Answer> {
  const { method } = bound.route;
  const answer = await client.raw({ method, url: addressOf(bound, call), ...(method === 'GET' ? {} : { payload: call.body as object }) });
  // Workbooks and pictures come without an envelope.
  const bare = answer.statusCode === 200 && !String(answer.headers['content-type']).includes('json');
  return bare ? { code: EnvelopeCode.Ok, msg: 'content' } : (answer.json() as Answer);
}

/**
 * Asks each of them. A list answers, or says in a sentence what is too much; where the plain question is refused already, as there is no such
 * record, so may this one be. An export that finds nothing says so and makes no file.
 * @returns what was answered otherwise
 */
export async function askHardQuestions(client: TestClient, questions: readonly HardQuestion[]): Promise<string[]> {
  const wrong: string[] = [];
  const plain = new Map<BoundRoute, Promise<Answer>>();
  for (const { bound, call, what } of questions) {
    const { code, msg } = await answerOf(client, bound, call);
    if (code === EnvelopeCode.Ok) continue;
    if (code === EnvelopeCode.Invalid && msg !== '') continue;
    if (code === EnvelopeCode.NotFound && bound.route.audit === 'export' && msg !== '') continue;
    const usual = plain.get(bound) ?? answerOf(client, bound, sampleOf(bound));
    plain.set(bound, usual);
    if (code === EnvelopeCode.Fault || (await usual).code !== code) wrong.push(`${what}: ${code} ${msg}`);
  }
  return wrong;
}

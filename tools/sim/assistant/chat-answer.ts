import type { Fault } from './fault.ts';
import { aboutFinding, answerTo, HOSTILE, toolFor } from './replies.ts';

/** Characters of one piece of a stream. */
const PIECE = 6;
/** Characters for which a model has room that has hardly any. */
const SHORT = 8;
/** More words than anybody keeps, where they come at once. */
export const ENDLESS = 'SIM 还有。'.repeat(100_000);

interface WireMessage {
  readonly role?: unknown;
  readonly content?: unknown;
}

interface ToolUse {
  readonly name: string;
  readonly input: object;
}

/** What a model says to a conversation. */
export interface ChatAnswer {
  readonly said: string;
  /** Tools that are to be used before anything is said. */
  readonly calls: readonly object[] | undefined;
  readonly end: { readonly finish_reason: 'length' | 'stop' };
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
}

type Body = Readonly<Record<string, unknown>>;

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const tokensOf = (text: string): number => Math.max(1, Math.ceil(text.length / 2));
const messagesIn = ({ messages }: Body): readonly WireMessage[] => (Array.isArray(messages) ? (messages as readonly WireMessage[]) : []);
/** The last question of a conversation. */
export const askedIn = (body: Body): string => textOf(messagesIn(body).findLast(({ role }) => role === 'user')?.content);
const toolsIn = ({ tools }: Body): readonly string[] =>
  Array.isArray(tools) ? (tools as readonly { function?: { name?: unknown } }[]).map((tool) => textOf(tool.function?.name)) : [];

/** A tool that the model wants used: after one has answered, none. */
function toolUse(body: Body, fault: Fault | undefined): ToolUse | undefined {
  const offered = toolsIn(body);
  if (messagesIn(body).at(-1)?.role === 'tool') return undefined;
  if (fault === 'hostile' && offered.length > 0) return { name: 'delete_everything', input: { table: 'patient; drop table patient' } };
  return fault === undefined ? toolFor(askedIn(body), offered) : undefined;
}

function saidTo(body: Body, fault: Fault | undefined): string {
  const asked = askedIn(body);
  const last = messagesIn(body).at(-1);
  switch (fault) {
    case 'silent':
      return '';
    case 'hostile':
      return HOSTILE;
    case 'endless':
      return ENDLESS;
    default: {
      const whole = last?.role === 'tool' ? aboutFinding(asked, textOf(last.content)) : answerTo(asked);
      return fault === 'short' ? whole.slice(0, SHORT) : whole;
    }
  }
}

export function chatAnswer(body: Body, fault: Fault | undefined): ChatAnswer {
  const said = saidTo(body, fault);
  const use = toolUse(body, fault);
  const room = typeof body.max_tokens === 'number' ? body.max_tokens : Number.POSITIVE_INFINITY;
  return {
    said,
    calls: use && [{ index: 0, id: 'sim-call', type: 'function', function: { name: use.name, arguments: JSON.stringify(use.input) } }],
    end: { finish_reason: fault === 'short' ? 'length' : 'stop' },
    usage: {
      prompt_tokens: tokensOf(
        messagesIn(body)
          .map(({ content }) => textOf(content))
          .join(''),
      ),
      completion_tokens: Math.min(tokensOf(said), room),
    },
  };
}

/** The words of a stream, piece by piece; one of `endless` has no end. */
export function* piecesOf(said: string, fault: Fault | undefined): Generator<string> {
  if (fault !== 'endless') return yield* said.match(new RegExp(`[^]{1,${PIECE}}`, 'gu')) ?? [];
  for (;;) yield 'SIM endless ';
}

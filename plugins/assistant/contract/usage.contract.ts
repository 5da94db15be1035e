import { defineContract, get, type Static, Type } from '@nephra/plugin-sdk/contract';
import { USAGE_MENU } from './usage-menu.ts';

const count = Type.Integer({ minimum: 0 });
const cost = {
  asks: count,
  promptTokens: count,
  answerTokens: count,
  /** Yuan, rounded to fen. */
  cost: Type.Number(),
};
const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

export const usageDay = Type.Object({ day: Type.String(), ...cost });
export const usagePerson = Type.Object({ userId: Type.String(), userName: Type.String(), organizeName: Type.String(), ...cost });
export type UsageDay = Static<typeof usageDay>;
export type UsagePerson = Static<typeof usagePerson>;

/** What the assistant costs. */
export const usageContract = defineContract('assistant-usage', {
  usage: get('/api/assistant/Usage', {
    summary: "Questions, tokens and cost by day and by person, of the caller's organisations; both days included, 92 at most. No text of any question",
    need: `perm:${USAGE_MENU}`,
    audit: 'read',
    query: Type.Object({ startDate: day, endDate: day, keyword: Type.Optional(Type.String({ maxLength: 100 })) }),
    reply: Type.Object({
      total: Type.Object(cost),
      /** One for each day, none left out. */
      days: Type.Array(usageDay),
      /** The dearest first, 500 at most. */
      people: Type.Array(usagePerson),
    }),
  }),
});
export type Usage = Static<typeof usageContract.routes.usage.reply>;

import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type Handlers, requireSystemAdministrator } from '@nephra/plugin-sdk/server';
import { MAX_ANSWERS } from '../../../contract/public/public-limits.ts';
import type { AnswerBody, AnswerRule, publicMessageContract } from '../../../contract/public/public-message.contract.ts';
import { leakIn } from '../../../domain/public/leaves-house.ts';
import { answerTable, type AnswerStored } from '../../tables/public-message.table.ts';
import type { Ctx, WechatDb } from '../../tables/tables.ts';

export const shownAnswer = ({ id, fullName, kind, match, keywords, content, sortCode, enabled, version }: AnswerStored): AnswerRule => ({
  ...{ id, fullName, kind, match, keywords: [...keywords], content, sortCode, enabledMark: enabled ? 1 : 0, version },
});

const invalid = (key: string, path: string): AppError => new AppError(`wechat.mp-${key}`, { code: EnvelopeCode.Invalid, fields: [{ path, msg: '' }] });

function checked({ enabledMark, keywords, ...body }: AnswerBody) {
  const words = [...new Set(keywords.map((word) => word.trim()).filter((word) => word !== ''))];
  if (body.kind === 'keyword' && words.length === 0) throw invalid('answer-words', 'keywords');
  // The same for everybody, so a telephone number is the hospital's own.
  const leak = leakIn(body.content, { names: [], diagnoses: [] }, { numbers: false });
  if (leak) throw invalid(`leak-${leak}`, 'content');
  return { ...body, fullName: body.fullName.trim(), keywords: body.kind === 'keyword' ? words : [], enabled: enabledMark === 1 };
}

const audit = (ctx: Ctx, id: string, before: AnswerStored | undefined, after: AnswerStored | undefined): void =>
  ctx.audit({
    subject: 'wechat-answer',
    subjectId: id,
    ...(before && { before: answerTable.facts(before) }),
    ...(after && { after: answerTable.facts(after) }),
  });

type Names = 'answers' | 'addAnswer' | 'saveAnswer' | 'removeAnswer';
/** What is answered by itself, for system administrators; those who see messages read it. */
export const answerHandlers: Pick<Handlers<typeof publicMessageContract.routes, WechatDb>, Names> = {
  async answers(_input, ctx) {
    const rows = await answerTable.select(ctx, 'answer').orderBy('answer.kind').orderBy('answer.sortCode').orderBy('answer.id').execute();
    return { list: rows.map(shownAnswer) };
  },
  async addAnswer({ body }, ctx) {
    requireSystemAdministrator(ctx);
    const values = checked(body);
    if ((await answerTable.select(ctx, 'answer').limit(MAX_ANSWERS).execute()).length >= MAX_ANSWERS) throw invalid('answer-many', 'fullName');
    const row = await answerTable.insert(ctx, values);
    audit(ctx, row.id, undefined, row);
    return shownAnswer(row);
  },
  async saveAnswer({ params, body: { version, ...body } }, ctx) {
    requireSystemAdministrator(ctx);
    const row = await answerTable.lock(ctx, params.id, version);
    const after = await answerTable.update(ctx, row, checked(body));
    audit(ctx, row.id, row, after);
    return shownAnswer(after);
  },
  async removeAnswer({ params }, ctx) {
    requireSystemAdministrator(ctx);
    const row = await answerTable.find(ctx, params.id);
    if (row) {
      await answerTable.retire(ctx, row);
      audit(ctx, row.id, row, undefined);
    }
    return null;
  },
};

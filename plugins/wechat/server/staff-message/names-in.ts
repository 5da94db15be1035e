import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { answerWithin, type HomeReader, MAX_NAME_CANDIDATES, personNamePoint } from '@nephra/plugin-sdk/server';
import { namePieces } from '../../domain/work/staff-text.ts';
import type { Ctx } from '../tables/tables.ts';

const LIMIT_MS = 10_000;

/**
 * Names of patients whom the writer may see that stand in a text; of others nothing is told, or a refusal would say who is a patient elsewhere.
 * @throws AppError `wechat.qy-names-unknown` when a plugin does not say: without names nothing leaves
 */
export async function namesIn(ctx: Ctx, text: string): Promise<readonly string[]> {
  const pieces = namePieces(text).slice(0, MAX_NAME_CANDIDATES);
  if (pieces.length === 0) return [];
  const { user, language, ip, can, dataScope } = ctx;
  const reader: HomeReader = { user, language, ip, can, dataScope, audit: () => undefined, message: () => undefined };
  const found = await Promise.all(
    ctx.extensions(personNamePoint).map(async ({ pluginId, value }) => {
      try {
        return await answerWithin(
          Promise.resolve().then(() => value.find(reader, pieces)),
          LIMIT_MS,
        );
      } catch (cause) {
        ctx.log.error({ err: cause, plugin: pluginId, names: value.id }, 'names of persons could not be read');
        throw new AppError('wechat.qy-names-unknown', { code: EnvelopeCode.Unavailable, cause });
      }
    }),
  );
  return found.flat();
}

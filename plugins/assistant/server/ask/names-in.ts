import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { answerWithin, MAX_NAME_CANDIDATES, personNamePoint } from '@nephra/plugin-sdk/server';
import { nameCandidates } from '../../domain/mask/known-names.ts';
import type { Ctx } from '../tables/tables.ts';
import { readerOf } from './reader-of.ts';

const LIMIT_MS = 10_000;

/**
 * Names of persons whom the asker may see that stand in these texts.
 * @throws AppError `assistant.names-unknown` when a plugin does not say: without names nothing is sent
 */
export async function namesIn(ctx: Ctx, texts: readonly string[]): Promise<readonly string[]> {
  const candidates = nameCandidates(texts, MAX_NAME_CANDIDATES);
  if (candidates.length === 0) return [];
  const reader = readerOf(ctx);
  const found = await Promise.all(
    ctx.extensions(personNamePoint).map(async ({ pluginId, value }) => {
      try {
        return await answerWithin(
          Promise.resolve().then(() => value.find(reader, candidates)),
          LIMIT_MS,
        );
      } catch (cause) {
        ctx.log.error({ err: cause, plugin: pluginId, names: value.id }, 'names of persons could not be read');
        throw new AppError('assistant.names-unknown', { code: EnvelopeCode.Unavailable, cause });
      }
    }),
  );
  return [...new Set(found.flat())];
}

import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { ServerFigures } from '@nephra/plugin-sdk/server';
import { metricsContract } from '../../contract/index.ts';
import { type BoundRoute, bindCore, type RouteOwner } from '../http/pipeline/bound-route.ts';
import { OPEN_METRICS_TYPE, openMetrics } from '../monitor/open-metrics.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const BEARER = /^Bearer +/i;

/** Whether a header brings the token; as long for a wrong one as for the right one. */
const bringsToken = (authorization: string, token: string): boolean => timingSafeEqual(digest(authorization.replace(BEARER, '')), digest(token));

/** Figures for Prometheus. @param token METRICS_TOKEN: whoever asks brings it, from this computer, too; empty: this computer alone */
export function metricsRoutes(owner: RouteOwner, figures: ServerFigures, token: string): BoundRoute[] {
  return bindCore(owner, metricsContract, {
    scrape: async (_input, _ctx, { facts }) => {
      if (!(token === '' ? facts.fromThisComputer : bringsToken(facts.authorization, token)))
        throw new AppError('core.metrics-closed', { code: EnvelopeCode.Forbidden });
      return { content: Buffer.from(openMetrics(await figures.now())), contentType: OPEN_METRICS_TYPE };
    },
  });
}

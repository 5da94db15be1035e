import { AppError, EnvelopeCode, type FigurePeriod, isAppError } from '@nephra/plugin-sdk/contract';
import { type Extension, type FigurePanel, figurePanels, type HomeReader, type RequestContext } from '@nephra/plugin-sdk/server';
import { periodFlaw } from '../domain/period.ts';

/** This plugin keeps no rows of its own. */
export type FiguresCtx = RequestContext<never>;

export const panelIdOf = ({ pluginId, value }: Extension<FigurePanel>): string => `${pluginId}.${value.id}`;

/** Who looks, as panels see it: within their organisations and data rights. What panels would note of a read has no place in this call's audit entry. */
export const readerOf = ({ user, language, ip, can, dataScope }: FiguresCtx): HomeReader => ({
  user,
  language,
  ip,
  can,
  dataScope,
  audit: () => {},
  message: () => {},
});

/** Panels whose permission the caller holds, in the order of registry.json. */
export const panelsFor = (ctx: FiguresCtx): Extension<FigurePanel>[] => ctx.extensions(figurePanels).filter(({ value }) => ctx.can(value.permission));

/** One of them. @throws AppError `figures.no-such-panel`, also when the caller may not see it */
export function panelAsked(ctx: FiguresCtx, id: string): FigurePanel {
  const found = panelsFor(ctx).find((panel) => panelIdOf(panel) === id);
  if (!found) throw new AppError('figures.no-such-panel', { code: EnvelopeCode.NotFound });
  return found.value;
}

/** @throws AppError `figures.bad-day`, `figures.ends-before`, `figures.in-future`, `figures.too-long` */
export function periodAsked({ startDate, endDate }: FigurePeriod, today: string): FigurePeriod {
  const period = { startDate, endDate };
  const flaw = periodFlaw(period, today);
  if (flaw) throw new AppError(`figures.${flaw.key}`, { code: EnvelopeCode.Invalid, params: { ...flaw.params }, fields: [{ path: flaw.field, msg: '' }] });
  return period;
}

/** What a panel refuses, in a sentence of this plugin: its own texts are not known here. Sentences of the shell pass. */
export function refusalOf(error: unknown): unknown {
  if (!isAppError(error) || error.key.startsWith('core.') || error.key.startsWith('figures.')) return error;
  if (error.code === EnvelopeCode.NotFound) return new AppError('figures.no-such-figure', { code: EnvelopeCode.NotFound, cause: error });
  return new AppError('figures.panel-refused', { code: error.code, cause: error });
}

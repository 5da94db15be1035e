import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { type BundleCaller, type BundlePart, bundleParts, type BundleRow, type CallContext } from '@nephra/plugin-sdk/server';
import { inOrder } from '../../domain/bundle/in-order.ts';
import type { Ctx, SystemDb } from '../tables/tables.ts';

export interface NamedPart {
  /** `system.dictionaries` */
  readonly id: string;
  readonly after: readonly string[];
  readonly part: BundlePart;
}

/** Parts of running plugins, each behind those that it refers to. */
export const partsHere = (ctx: Pick<Ctx, 'extensions'>): readonly NamedPart[] =>
  inOrder(ctx.extensions(bundleParts).map(({ pluginId, value }) => ({ id: `${pluginId}.${value.id}`, after: value.after, part: value })));

/** The administrator as parts see them. Their lines add no audit entries of their own: a bundle has one for all. @param step told before each entry */
export function callerOf(ctx: Ctx, step: (row: BundleRow) => void = () => undefined): BundleCaller {
  const { user, language, ip, refusalText } = ctx as unknown as CallContext<SystemDb>;
  return {
    user,
    language,
    ip,
    can: (permission) => ctx.can(permission),
    dataScope: (menu) => ctx.dataScope(menu),
    audit: () => undefined,
    message: () => undefined,
    refusalText,
    step,
  };
}

/** @throws AppError `system.bundle-part-unknown` */
export function partById(parts: readonly NamedPart[], id: string): NamedPart {
  const found = parts.find((one) => one.id === id);
  if (!found) throw new AppError('system.bundle-part-unknown', { code: EnvelopeCode.NotFound, params: { part: id } });
  return found;
}

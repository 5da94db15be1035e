import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { dictionaryUses, type ServedRecord, serveRecord } from '@nephra/plugin-sdk/server';
import { dictionaryTypeContract } from '../../contract/dictionary-type.contract.ts';
import { TYPE_TOP } from '../../contract/limits.ts';
import { rightsText, shownName, typeRefusal } from '../../domain/locked.ts';
import { treeOf, withoutBranch } from '../../domain/tree.ts';
import { declaredKeeper } from '../declared/declared-keeper.ts';
import { dictionaryTypeTable } from '../tables/dictionary-type.table.ts';
import type { SystemDb } from '../tables/tables.ts';
import { allTypes, declaredTypes, hasBranches, typeInfo } from './dictionary.query.ts';
import { lockedError } from './locked-error.ts';
import { raiseRevision } from '../revision/revision.ts';
import { topAsNone } from './top-as-none.ts';

const served = serveRecord<SystemDb>()(dictionaryTypeContract, dictionaryTypeTable, {
  // All organisations read it.
  keeps: async (ctx) => ctx.user.isAdministrator,
  async shown(ctx, rows) {
    const declared = await declaredTypes(
      ctx,
      rows.map(({ id }) => id),
    );
    return rows.map(({ id, fullName }) => {
      const known = declared.get(id);
      return { label: shownName(fullName, known?.labels, ctx.language), locked: known ? 1 : 0, may: known ? rightsText(known.may) : '' };
    });
  },
  async check(ctx, { before, after }) {
    if (!before) return;
    const declared = (await declaredTypes(ctx, [before.id])).get(before.id);
    const refusal = declared && typeRefusal(before, after, declared.labels, declared.may);
    if (refusal) throw lockedError(refusal, shownName(before.fullName, declared.labels, ctx.language));
    // Rules of plugins find it by its code.
    if (after && after.enCode !== before.enCode && ctx.extensions(dictionaryUses).some(({ value }) => value.dictionary === before.enCode))
      throw new AppError('system.type-code-used', { code: EnvelopeCode.Invalid, params: { name: before.fullName }, fields: [{ path: 'enCode', msg: '' }] });
    if (before.isTree && after?.isTree === false && (await hasBranches(ctx, before.id)))
      throw new AppError('system.still-tree', { code: EnvelopeCode.Invalid, params: { name: before.fullName }, fields: [{ path: 'isTree', msg: '' }] });
  },
  async after(ctx) {
    await raiseRevision(ctx);
  },
  more: {
    async tree(_input, ctx) {
      await ctx.service(declaredKeeper).keep();
      return { list: [...treeOf(await allTypes(ctx), TYPE_TOP)] };
    },
    selector: async ({ params }, ctx) => ({ list: [...treeOf(withoutBranch(await allTypes(ctx), params.id), TYPE_TOP)] }),
    info: ({ params }, ctx) => typeInfo(ctx, params.id),
  },
});

export const dictionaryTypeRoutes: ServedRecord = topAsNone(served);

import { CONTENTS_OF, OPERATORS_OF } from '@nephra/plugin-sdk/contract';
import { implement } from '@nephra/plugin-sdk/server';
import { dataSchemeContract } from '../../contract/index.ts';
import type { DataState, SchemeRow } from '../../contract/data-scheme.contract.ts';
import { flagOf } from '../../contract/wire-parts.ts';
import type { SchemeField } from '../../domain/data-scheme/condition-check.ts';
import { conditionText, idsIn } from '../../domain/data-scheme/condition-text.ts';
import { presetSchemes, schemeName } from '../../domain/data-scheme/preset-schemes.ts';
import type { Ctx, PermissionDb } from '../permission-call.ts';
import { type ConditionNames, conditionNames } from './condition-names.query.ts';
import { previewScheme } from './preview-scheme.query.ts';
import { createPreset, createScheme, editScheme, removeScheme, switchAuthorization } from './save-scheme.command.ts';
import { fieldsOf, requireMenu, requireScheme, type SchemeRecord, schemesOf } from './scheme.repo.ts';

const rowOf = (ctx: Ctx, scheme: SchemeRecord, fields: readonly SchemeField[], names: ConditionNames): SchemeRow => {
  const { people, organizations } = idsIn(scheme.condition, fields);
  return {
    id: scheme.id,
    moduleId: scheme.menuId,
    enCode: scheme.enCode,
    fullName: schemeName(scheme, ctx.language),
    conditionText: conditionText(scheme.condition, fields, ctx.language, (id) => names.get(id)),
    conditionJson: JSON.stringify(scheme.condition),
    names: [...people, ...organizations].flatMap((id) => ({ id, fullName: names.get(id) ?? '' })).filter(({ fullName }) => fullName !== ''),
    description: scheme.description,
    enabledMark: flagOf(scheme.enabled),
    sortCode: scheme.sortCode,
    grantCount: Number(scheme.grantCount),
    creatorTime: scheme.createdAt.getTime(),
    version: scheme.version,
  };
};

async function stateOf(ctx: Ctx, moduleId: string): Promise<DataState> {
  const menu = await requireMenu(ctx, moduleId);
  const fields = await fieldsOf(ctx, menu.enCode);
  return {
    id: menu.id,
    enCode: menu.enCode,
    fullName: menu.fullName,
    isDataAuthorize: flagOf(menu.authorized),
    presets: fields.length === 0 ? [] : presetSchemes(fields).map(({ preset }) => preset),
  };
}

export const dataSchemeRoutes = implement<PermissionDb>()(dataSchemeContract, {
  async fields({ params }, ctx) {
    const menu = await requireMenu(ctx, params.moduleId);
    const fields = await fieldsOf(ctx, menu.enCode);
    return {
      list: fields.map((field) => ({
        ...field,
        conditionSymbol: OPERATORS_OF[field.type].join(','),
        conditionText: ['text', ...CONTENTS_OF[field.type]].join(','),
        description: '',
      })),
    };
  },
  state: ({ params }, ctx) => stateOf(ctx, params.moduleId),
  async setState({ params, body }, ctx) {
    await switchAuthorization(ctx, params.moduleId, body.isDataAuthorize === 1);
    return stateOf(ctx, params.moduleId);
  },
  async schemes({ params }, ctx) {
    const menu = await requireMenu(ctx, params.moduleId);
    const fields = await fieldsOf(ctx, menu.enCode);
    const schemes = await schemesOf(ctx, menu.enCode);
    const names = await conditionNames(
      ctx,
      schemes.map((scheme) => scheme.condition),
      fields,
    );
    return { list: schemes.map((scheme) => rowOf(ctx, scheme, fields, names)) };
  },
  create: ({ body }, ctx) => createScheme(ctx, body),
  preset: ({ params, body }, ctx) => createPreset(ctx, params.moduleId, body.preset),
  preview: ({ params, body }, ctx) => previewScheme(ctx, params.moduleId, body),
  async get({ params }, ctx) {
    const scheme = await requireScheme(ctx, params.id);
    const fields = await fieldsOf(ctx, scheme.menuCode);
    return rowOf(ctx, scheme, fields, await conditionNames(ctx, [scheme.condition], fields));
  },
  edit: ({ params, body }, ctx) => editScheme(ctx, params.id, body),
  async remove({ params }, ctx) {
    await removeScheme(ctx, params.id);
    return null;
  },
});

import { CONTENTS_OF, type DataCondition, OPERATORS_OF } from '@nephra/plugin-sdk/contract';
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
import { demandMenu, demandScheme, fieldsOf, type SchemeRecord, schemesOf } from './scheme.repo.ts';

const rowOf = (ctx: Ctx, scheme: SchemeRecord, fields: readonly SchemeField[], names: ConditionNames): SchemeRow => {
  const condition = scheme.condition as DataCondition;
  const { people, organizations } = idsIn(condition, fields);
  return {
    id: scheme.id,
    moduleId: scheme.menu_id,
    enCode: scheme.en_code,
    fullName: schemeName({ enCode: scheme.en_code, fullName: scheme.full_name }, ctx.language),
    conditionText: conditionText(condition, fields, ctx.language, (id) => names.get(id)),
    conditionJson: JSON.stringify(condition),
    names: [...people, ...organizations].flatMap((id) => ({ id, fullName: names.get(id) ?? '' })).filter(({ fullName }) => fullName !== ''),
    description: scheme.description,
    enabledMark: flagOf(scheme.enabled),
    sortCode: scheme.sort_code,
    grantCount: Number(scheme.grant_count ?? 0),
    creatorTime: scheme.created_at.getTime(),
    version: scheme.version,
  };
};

async function stateOf(ctx: Ctx, moduleId: string): Promise<DataState> {
  const menu = await demandMenu(ctx, moduleId);
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
    const menu = await demandMenu(ctx, params.moduleId);
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
    const menu = await demandMenu(ctx, params.moduleId);
    const fields = await fieldsOf(ctx, menu.enCode);
    const schemes = await schemesOf(ctx, menu.enCode);
    const names = await conditionNames(
      ctx,
      schemes.map((scheme) => scheme.condition as DataCondition),
      fields,
    );
    return { list: schemes.map((scheme) => rowOf(ctx, scheme, fields, names)) };
  },
  create: ({ body }, ctx) => createScheme(ctx, body),
  preset: ({ params, body }, ctx) => createPreset(ctx, params.moduleId, body.preset),
  preview: ({ params, body }, ctx) => previewScheme(ctx, params.moduleId, body),
  async get({ params }, ctx) {
    const scheme = await demandScheme(ctx, params.id);
    const fields = await fieldsOf(ctx, scheme.menu_code);
    return rowOf(ctx, scheme, fields, await conditionNames(ctx, [scheme.condition as DataCondition], fields));
  },
  edit: ({ params, body }, ctx) => editScheme(ctx, params.id, body),
  async remove({ params }, ctx) {
    await removeScheme(ctx, params.id);
    return null;
  },
});

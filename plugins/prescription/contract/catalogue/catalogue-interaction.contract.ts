import { defineContract, get, listOf, pageQuery, post, put, type Static, Type } from '@nephra/plugin-sdk/contract';
import { checkLevel, MAX_INGREDIENT } from './catalogue.schema.ts';
import { enableMark } from './catalogue-entry.schema.ts';
import { sharedListOf } from './shared-list.schema.ts';

export const MAX_INTERACTION_NOTE = 200;
const id = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) });
const ingredient = Type.String({ minLength: 1, maxLength: MAX_INGREDIENT, pattern: '\\S' });

/** Two ingredients that should not be given together. The order of the pair means nothing. */
export const interactionRow = Type.Object({
  interactionId: Type.String(),
  ingredientA: ingredient,
  ingredientB: ingredient,
  level: checkLevel,
  note: Type.String(),
  enableMark,
  version: Type.Integer(),
});
export type InteractionRow = Static<typeof interactionRow>;

export const saveInteractionBody = Type.Object({
  ingredientA: ingredient,
  ingredientB: ingredient,
  level: checkLevel,
  note: Type.String({ minLength: 1, maxLength: MAX_INTERACTION_NOTE, pattern: '\\S' }),
  enableMark,
  /** Left out when it is new. */
  version: Type.Optional(Type.Integer()),
});
export type SaveInteractionBody = Static<typeof saveInteractionBody>;

/** Interactions: knowledge that is the same for every facility of the system. */
export const catalogueInteractionContract = defineContract('catalogueInteraction', {
  interactions: get('/api/his/interaction', {
    summary: 'Pairs of ingredients that should not be given together',
    need: 'perm:his.interaction',
    audit: 'none',
    query: Type.Object({ ...pageQuery, level: Type.Optional(checkLevel), enabled: Type.Optional(enableMark) }),
    reply: sharedListOf(interactionRow),
  }),
  ingredients: get('/api/his/interaction/Actions/Ingredients', {
    summary: 'Ingredients of the drugs in the catalogue',
    need: 'perm:his.interaction',
    audit: 'none',
    reply: listOf(Type.String()),
  }),
  create: post('/api/his/interaction', {
    summary: 'Add a pair',
    need: 'perm:his.interaction:btn_add',
    audit: 'write',
    retry: 'idempotent-key',
    body: saveInteractionBody,
    reply: interactionRow,
  }),
  update: put('/api/his/interaction/{id}', {
    summary: 'Change a pair',
    need: 'perm:his.interaction:btn_edit',
    audit: 'write',
    retry: 'idempotent-key',
    params: id,
    body: saveInteractionBody,
    reply: interactionRow,
  }),
});

import { get, listOf, Type } from '@nephra/plugin-sdk/contract';
import { defineRecord, field, recordContract, STANDARD_FIELDS } from '@nephra/plugin-sdk/record';
import { MAX_INGREDIENT } from './catalogue.schema.ts';

const HELP = ['按成分名称，与药品目录的“成分”一致', '依成分名稱，與藥品目錄的「成分」一致', 'as written under “Ingredients” of drugs'] as const;

/** Two ingredients that should not be given together: knowledge that is the same for every facility. The order of the pair means nothing. */
export const interaction = defineRecord('catalogue.interaction', {
  title: ['药物相互作用', '藥物交互作用', 'Drug interaction'],
  menu: 'his.interaction',
  wire: { at: '/api/his/interaction' },
  subject: 'interaction',
  fields: {
    ingredientA: field
      .text(MAX_INGREDIENT)
      .required()
      .help(...HELP)
      .label('成分一', '成分一', 'Ingredient'),
    ingredientB: field
      .text(MAX_INGREDIENT)
      .required()
      .help(...HELP)
      .label('成分二', '成分二', 'With'),
    /** What it means while prescribing: no, a reason is needed, a hint. */
    level: field
      .oneOf(['block', '禁止', '禁止', 'Block'], ['reason', '须填理由', '須填理由', 'Needs a reason'], ['info', '提示', '提示', 'Hint'])
      .required()
      .initial('reason')
      .span(2)
      .label('级别', '級別', 'Level'),
    note: field.note(200).required().span(2).label('说明', '說明', 'Explanation'),
    enabledMark: STANDARD_FIELDS.enabledMark,
  },
  list: {
    columns: ['ingredientA', 'ingredientB', 'level', 'note', 'enabledMark'],
    sort: ['ingredientA', 'ingredientB', 'level'],
    keyword: ['ingredientA', 'ingredientB', 'note'],
    filter: ['level', 'enabledMark'],
    order: 'ingredientA',
    shared: true,
  },
  // Whether it counts is turned by the button of its own, which asks first.
  form: { fields: ['ingredientA', 'ingredientB', 'level', 'note'] },
  acts: { create: {}, edit: {}, state: { button: 'btn_edit' } },
});

export const interactionContract = recordContract(interaction, {
  ingredients: get('/api/his/interaction/Actions/Ingredients', {
    summary: 'Ingredients of the drugs in the catalogue',
    need: 'perm:his.interaction',
    audit: 'none',
    reply: listOf(Type.String()),
  }),
});

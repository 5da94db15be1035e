import { column, defineTable, type StoredOf } from '@nephra/plugin-sdk/server';
import { MAX_INTERACTION_NOTE } from '../../contract/catalogue/catalogue-interaction.contract.ts';
import { MAX_INGREDIENT } from '../../contract/catalogue/catalogue.schema.ts';

/** Ingredients that should not be given together; national knowledge, the same for every facility. */
export const interactionTable = defineTable(
  'prescription.interaction',
  {
    id: column.id(),
    ingredientA: column.text(MAX_INGREDIENT),
    ingredientB: column.text(MAX_INGREDIENT),
    level: column.choice('info', 'reason', 'block'),
    note: column.text(MAX_INTERACTION_NOTE),
    enabled: column.flag(),
    version: column.int(1, 2_000_000_000),
  },
  { rowsStay: true, scope: 'installation', unique: { interaction_ingredient_a_ingredient_b_key: ['ingredientA', 'ingredientB'] } },
);
export interface InteractionStored extends StoredOf<typeof interactionTable> {}

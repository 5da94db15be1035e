import { column, defineTable, fieldColumns } from '@nephra/plugin-sdk/server';
import { interaction } from '../../contract/interaction.contract.ts';

/** Ingredients that should not be given together; national knowledge, the same for every facility. */
export const interactionTable = defineTable(
  'catalogue.interaction',
  {
    id: column.id(),
    ...fieldColumns(interaction),
    enabled: column.flag(),
    searchGrams: column.grams('ingredientA', 'ingredientB', 'note'),
    createdAt: column.instant(),
    updatedAt: column.instant(),
    version: column.int(1, 2_000_000_000),
  },
  {
    rowsStay: true,
    scope: 'installation',
    unique: { interaction_pair_idx: ['ingredientA', 'ingredientB'] },
    taken: { ingredientB: ['interaction-duplicate', 'b'] },
    errorPrefix: 'interaction',
    list: interaction,
  },
);

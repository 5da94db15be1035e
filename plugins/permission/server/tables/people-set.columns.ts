import { column, kept } from '@nephra/plugin-sdk/server';
import { MAX_SET_TYPE } from '../../contract/group.contract.ts';
import { MAX_CODE, MAX_DESCRIPTION, MAX_NAME, MAX_SORT_CODE } from '../../contract/wire-parts.ts';

/** What roles and groups have alike: people under one name, with a code and a state. */
export const setColumns = {
  id: column.id(),
  fullName: column.text(MAX_NAME),
  enCode: column.text(MAX_CODE),
  type: column.text(MAX_SET_TYPE),
  enabled: column.flag(),
  sortCode: column.int(0, MAX_SORT_CODE),
  description: column.text(MAX_DESCRIPTION),
  searchGrams: column.grams('fullName', 'enCode'),
  ...kept,
};

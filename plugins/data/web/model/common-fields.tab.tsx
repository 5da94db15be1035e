import { recordTab } from '@nephra/plugin-sdk/widgets';
import { commonFieldContract } from '../../contract/model/common-field.contract.ts';

/** Columns that are put into tables of the site. */
export const CommonFieldsTab = recordTab(commonFieldContract, {
  columns: { field: { width: 190 }, fieldName: { minWidth: 200 } },
  none: ({ t }) => t('model.noneCommon'),
});

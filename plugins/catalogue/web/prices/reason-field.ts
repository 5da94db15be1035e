import type { Field } from '@nephra/plugin-sdk/widgets';
import { MAX_PRICE_REASON } from '../../contract/catalogue-price.schema.ts';
import type { Text } from '../catalogue-words.ts';

/** Why a price changes; it stands in its history. */
export const reasonField = (t: Text): Extract<Field<{ reason: string }>, { kind: 'text' | 'password' | 'textarea' }> => ({
  kind: 'text',
  name: 'reason',
  label: t('catalogue.reason'),
  required: true,
  maxLength: MAX_PRICE_REASON,
  span: 2,
  placeholder: t('catalogue.help.reason'),
});

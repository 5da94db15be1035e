import { dayOf } from '@nephra/plugin-sdk/contract';
import type { WebContext } from '@nephra/plugin-sdk/web';
import type { ExplainedRow } from '../../contract/authority.schema.ts';

type Text = WebContext['t'];
type Through = ExplainedRow['through'][number];

/** Through what somebody holds a right, in one line. */
export function throughText(t: Text, { type, name, organize, grantedBy, grantedAt }: Through): string {
  if (type === 'administrator') return t('explain.administrator');
  const holder = t(`explain.holder.${type}`, { name, organize: organize || t('explain.everywhere') });
  const by = grantedBy === '' ? t('explain.byPlugin') : t('explain.by', { name: grantedBy, at: dayOf(grantedAt) });
  return `${holder} · ${by}`;
}

/** Why somebody does not hold a right, in one line. */
export const obstacleText = (t: Text, { reason, type, name }: ExplainedRow['obstacles'][number]): string =>
  t(`explain.reason.${reason}`, { holder: type === '' ? '' : t(`explain.kindOf.${type}`), name });

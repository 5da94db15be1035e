import type { WebContext } from '@nephra/plugin-sdk/web';
import type { ChoiceNode } from '@nephra/plugin-sdk/widgets';

/** "At the top" as an entry to choose (wire facts 1: the parent of the top is -1). */
export const organizeTop = (t: WebContext['t']) => ({ id: '-1', fullName: t('organize.top'), type: 'company' }) as const satisfies ChoiceNode;

import type { Store } from '../state/store.ts';
import type { DemoMapping } from './demo-facts.ts';

const BEGAN = '2026-01-01';
const OPEN_END = '2099-12-31';

/** Tells a platform that nobody has used yet what the demo facilities reported. One that was used knows better. */
export function reportMappings(store: Store, mappings: readonly DemoMapping[]): void {
  if (store.rows('mapping').length > 0 || store.rows('message').length > 0) return;
  const { draft, commit } = store.begin();
  for (const { facility, listType, code, drugId, drugName } of mappings) {
    const data = {
      fixmedins_hilist_id: drugId,
      fixmedins_hilist_name: drugName,
      list_type: listType,
      med_list_codg: code,
      begndate: BEGAN,
      enddate: OPEN_END,
    };
    draft.put('mapping', `${facility}|${listType}|${drugId}`, { infno: '3301', facility, data });
  }
  commit();
}

import { usePlugin } from '@nephra/plugin-sdk/web';
import { isTyping } from '@nephra/plugin-sdk/widgets';
import { type RefObject, useEffect } from 'react';
import { PICK_KINDS } from './rx-acts.ts';
import type { WorkAreaStore } from './work-area.store.ts';

/**
 * Keys that work wherever the cursor is on the page: `/` finds a patient, Alt+1 … Alt+5 add from a catalogue, Alt+N begins a prescription,
 * Alt+PageUp and Alt+PageDown change the tab, Alt+H opens the history.
 */
export function usePageKeys(frame: RefObject<HTMLElement | null>, store: WorkAreaStore): void {
  const { can } = usePlugin();
  useEffect(() => {
    const act = (event: KeyboardEvent): boolean => {
      const kind = PICK_KINDS[Number(event.code.replace('Digit', '')) - 1];
      if (event.key === '/' && !event.altKey && !isTyping(event.target)) frame.current?.querySelector<HTMLElement>('.rx-keyword input')?.focus();
      else if (!event.altKey) return false;
      else if (kind) store.active?.openPick?.(kind);
      else if (event.key === 'PageDown') store.step(1);
      else if (event.key === 'PageUp') store.step(-1);
      else if (event.code === 'KeyN' && can('his.prescription:btn_add')) store.addNew();
      else if (event.code === 'KeyH' && store.active) store.showHistory(true);
      else return false;
      return true;
    };
    const handleKey = (event: KeyboardEvent) => {
      // Pages that are kept behind other tags, and pages behind a dialog, stay silent.
      const hidden = !frame.current || frame.current.getClientRects().length === 0 || document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
      if (hidden || event.isComposing || event.ctrlKey || event.metaKey) return;
      if (act(event)) event.preventDefault();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [frame, store, can]);
}

import type { KeyboardEvent } from 'react';
import { Count } from './count.tsx';

interface TabOfStrip<Key extends string> {
  readonly key: Key;
  readonly title: string;
  /** Said with the title; nothing for zero. */
  readonly count?: number;
  /** Of the count, for screen readers. */
  readonly countText?: string;
}

interface TabStripProps<Key extends string> {
  readonly label: string;
  readonly tabs: readonly TabOfStrip<Key>[];
  readonly active: Key;
  /** Id of what stands below. */
  readonly panel: string;
  readonly onChange: (key: Key) => void;
}

/** ← → and Home, End walk along the tabs and open them. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll('button')];
  const at = tabs.indexOf(document.activeElement as HTMLButtonElement);
  const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 };
  const next = steps[event.key];
  if (next === undefined) return;
  event.preventDefault();
  const tab = tabs[(next + tabs.length) % tabs.length];
  tab?.focus();
  tab?.click();
}

/** Tabs in the width of a drawer; one that has a count flickers (spec 4-07), where people want movement. */
export function TabStrip<Key extends string>({ label, tabs, active, panel, onChange }: TabStripProps<Key>) {
  return (
    <div className="chat-tabs" role="tablist" aria-label={label} onKeyDown={walk}>
      {tabs.map(({ key, title, count = 0, countText = '' }) => (
        <button
          key={key}
          type="button"
          role="tab"
          aria-selected={key === active}
          aria-controls={panel}
          tabIndex={key === active ? 0 : -1}
          data-flicker={count > 0 || undefined}
          onClick={() => onChange(key)}
        >
          <span>{title}</span>
          {count > 0 && <Count count={count} text={countText} />}
        </button>
      ))}
    </div>
  );
}

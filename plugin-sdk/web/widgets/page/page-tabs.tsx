import { TabPane, Tabs } from '@nephra/plugin-sdk/ui';
import type { ReactNode } from 'react';
import { NextPiece } from '../next-piece.ts';
import './page-tabs.css';

/** Highest number that stands beside a tab; above it 99+. */
const COUNT_MAX = 99;

/** One tab of a page and what stands below it. */
export interface PageTab<Key extends string = string> {
  readonly key: Key;
  readonly title: string;
  /** Things below it that need a look; nothing shows for zero. */
  readonly count?: number | null;
  /** Drawn while the tab is open. */
  readonly content: ReactNode;
}

export interface PageTabsProps<Key extends string> {
  /** Key of the tab that is open. */
  readonly activeKey: Key;
  readonly onChange: (key: Key) => void;
  /** False leaves a tab out that somebody may not see. */
  readonly tabs: readonly (PageTab<Key> | false)[];
  /** `line` (default) for the parts of a page, `button` for two views of the same thing. */
  readonly look?: 'line' | 'button';
  /** What was opened once stays as it was left while another tab is looked at. Default: it is drawn anew. */
  readonly keep?: boolean;
}

/** The parts of a page: a strip of tabs, and the open one fills the height below it. */
export function PageTabs<Key extends string>({ activeKey, onChange, tabs, look = 'line', keep = false }: PageTabsProps<Key>) {
  return (
    <Tabs
      className="nk-tabs"
      type={look}
      size={look === 'line' ? 'medium' : 'small'}
      activeKey={activeKey}
      onChange={(key) => onChange(key as Key)} // one of the keys that were handed in
      keepDOM={keep}
      lazyRender
    >
      {tabs.map(
        (tab) =>
          tab && (
            <TabPane key={tab.key} tab={<TabTitle title={tab.title} count={tab.count} />} itemKey={tab.key}>
              <NextPiece>{tab.content}</NextPiece>
            </TabPane>
          ),
      )}
    </Tabs>
  );
}

function TabTitle({ title, count }: Pick<PageTab, 'title' | 'count'>) {
  if (!count) return title;
  return (
    <span className="nk-tab-title">
      {title}
      <b>{count > COUNT_MAX ? `${COUNT_MAX}+` : count}</b>
    </span>
  );
}

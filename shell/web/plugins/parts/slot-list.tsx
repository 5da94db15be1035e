import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { PluginHostStore } from '../plugin-host.ts';
import { PluginPart } from './plugin-part.tsx';

interface SlotListProps {
  readonly host: PluginHostStore;
  readonly point: string;
  readonly props: Readonly<Record<string, unknown>>;
  readonly fallback: ReactNode;
}

/** Points inside of buttons of the navbar. */
const MARKS: ReadonlySet<string> = new Set(['shell/message-badge@1', 'shell/chat-badge@1']);
/** Points that have a drawer for themselves. */
const DRAWERS: ReadonlySet<string> = new Set(['shell/message-drawer@1', 'shell/chat-drawer@1', 'shell/assistant-drawer@1']);

/** Everything that fills an extension point, in order. */
export const SlotList = observer(function SlotList({ host, point, props, fallback }: SlotListProps) {
  const fillings = host.fillings(point);
  if (fillings.length === 0) return fallback;
  const room = MARKS.has(point) ? 'mark' : DRAWERS.has(point) ? 'drawer' : 'slot';
  return fillings.map(({ pluginId, key }) => (
    <PluginPart key={`${pluginId}.${key}`} host={host} pluginId={pluginId} part={{ kind: 'slot', point, key }} props={props} room={room} />
  ));
});

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

/** Everything that fills an extension point, in order. */
export const SlotList = observer(function SlotList({ host, point, props, fallback }: SlotListProps) {
  const fillings = host.fillings(point);
  if (fillings.length === 0) return fallback;
  return fillings.map(({ pluginId, key }) => (
    <PluginPart key={`${pluginId}.${key}`} host={host} pluginId={pluginId} part={{ kind: 'slot', point, key }} props={props} small />
  ));
});

import { type AnyRecord, kindsOfRecord } from '@nephra/plugin-sdk/record';
import { SlotOutlet } from '@nephra/plugin-sdk/web';
import { type ComponentType, Fragment, type ReactNode, useEffect, useState } from 'react';
import { type FieldKindView, giveKindView, isKindDrawn } from './kind-views.tsx';

interface GivesView {
  readonly give: (view: object) => void;
}

/**
 * What fills the extension point of a kind of field, in a module of its own that comes with the first page that needs it:
 *
 * ```tsx
 * // web/point.slot.tsx; in plugin.ts: slot('record/kind.geo.point@1', 'point', () => import('./web/point.slot.tsx'))
 * export const Slot = fieldKindView<Point | null>({ Control: PointControl, Cell: PointCell });
 * ```
 */
export function fieldKindView<Wire>(view: FieldKindView<Wire>): ComponentType<GivesView> {
  // biome-ignore lint/correctness/noComponentHookFactories: a module of a plugin calls it once, as it is loaded
  return function KindSlot({ give }) {
    useEffect(() => give(view), [give]);
    return null;
  };
}

interface KindViewsProps {
  readonly record: AnyRecord;
  readonly children: ReactNode;
}

/** Asks plugins for what draws the kinds of a record's fields. The page is there before, and is drawn anew when they come; one that never comes keeps nobody waiting. */
export function KindViews({ record, children }: KindViewsProps) {
  const [asked] = useState(() => [...new Set(kindsOfRecord(record).map(({ name }) => name))].filter((name) => !isKindDrawn(name)));
  const [came, setCame] = useState(0);
  return (
    <>
      {asked.map((name) => (
        <KindOutlet key={name} name={name} onGiven={() => setCame((before) => before + 1)} />
      ))}
      <Fragment key={came}>{children}</Fragment>
    </>
  );
}

function KindOutlet({ name, onGiven }: { readonly name: string; readonly onGiven: () => void }) {
  const [props] = useState(() => ({
    give: (view: object) => {
      if (giveKindView(name, view)) onGiven();
    },
  }));
  return <SlotOutlet point={`record/kind.${name}@1`} props={props} />;
}

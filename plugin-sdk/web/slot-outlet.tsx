import { createContext, type ReactNode, useContext } from 'react';
import type { SlotPoint, SlotPoints } from './define-plugin.ts';

type PropsOf<P extends SlotPoint> = P extends keyof SlotPoints ? SlotPoints[P] : Readonly<Record<string, unknown>>;

/** Draws everything that fills an extension point. Handed in by the shell, which knows the plugins. */
export type SlotRenderer = (point: string, props: Readonly<Record<string, unknown>>, fallback: ReactNode) => ReactNode;

const Renderer = createContext<SlotRenderer | null>(null);

/** Placed by the shell around everything. */
export const SlotRendererProvider = Renderer.Provider;

/**
 * An extension point in a page: draws what other plugins contribute to it, in order, each behind its own fence. `fallback`
 * is drawn when nobody fills the point. Props are frozen facts; hand in callbacks for acts.
 */
export function SlotOutlet<P extends SlotPoint>({
  point,
  props,
  fallback = null,
}: {
  readonly point: P;
  readonly props: PropsOf<P>;
  readonly fallback?: ReactNode;
}) {
  const render = useContext(Renderer);
  return render === null ? fallback : render(point, props as Readonly<Record<string, unknown>>, fallback);
}

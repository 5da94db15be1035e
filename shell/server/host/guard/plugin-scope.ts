import { AsyncContext } from '../../async-context/async-context.ts';

const scope = new AsyncContext<string>();

/** Runs a plugin's code so that whatever it leaves behind (timers, listeners, promises) is known to be its own. */
export const asPlugin = <T>(pluginId: string, work: () => T): T => scope.run(pluginId, work);

/** The plugin whose code runs here and now, or left behind what does; also true in a listener for errors that nobody caught. */
export const pluginAtWork = (): string | undefined => scope.get();

/** A function of a plugin, to be called from anywhere. */
export const ofPlugin =
  <A extends readonly unknown[], R>(pluginId: string, act: (...given: A) => R): ((...given: A) => R) =>
  (...given) =>
    asPlugin(pluginId, () => act(...given));

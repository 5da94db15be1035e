import { pluginAtWork } from './plugin-scope.ts';

/** A plugin tried to end the server. */
export class PluginExit extends Error {
  readonly pluginId: string;

  constructor(pluginId: string, way: string) {
    super(`The plugin ${pluginId} called ${way}; a plugin cannot end the server.`);
    this.name = 'PluginExit';
    this.pluginId = pluginId;
  }
}

type Ending = 'exit' | 'reallyExit' | 'abort' | 'kill';

/**
 * Keeps plugins from ending the process: the call fails where it stands, and is theirs to answer for. The server itself ends by what this returns.
 * A guard against mistakes and leftovers of scripts, no wall: code in this process can find other ways.
 * @param target the process; tests give one of their own
 * @returns the true `process.exit`
 */
export function guardExit(
  target: Pick<NodeJS.Process, 'exit' | 'abort' | 'kill' | 'pid'> & { reallyExit?: (code?: number) => never } = process,
): NodeJS.Process['exit'] {
  const exit = target.exit.bind(target) as NodeJS.Process['exit'];
  const refuse = (way: string): void => {
    const pluginId = pluginAtWork();
    if (pluginId !== undefined) throw new PluginExit(pluginId, way);
  };
  const guarded = (way: Ending, applies: (given: readonly unknown[]) => boolean = () => true): void => {
    const original = target[way] as ((...given: unknown[]) => unknown) | undefined;
    if (!original) return;
    Object.defineProperty(target, way, {
      configurable: true,
      writable: true,
      value: (...given: unknown[]): unknown => {
        if (applies(given)) refuse(`process.${way}`);
        return original.apply(target, given);
      },
    });
  };
  guarded('exit');
  guarded('reallyExit');
  guarded('abort');
  guarded('kill', ([pid]) => pid === target.pid || pid === 0 || pid === -target.pid);
  return exit;
}

import type { Language } from '@nephra/plugin-sdk/contract';
import type { PluginDetailsWire, PluginFigures } from '../../../contract/plugins/plugin-details.contract.ts';
import type { CallCounters } from '../../monitor/call-counters.ts';
import type { PluginHost } from '../plugin-host.ts';
import type { PluginLogs } from './plugin-logs.ts';
import { sentence } from './reason.ts';

export interface DetailParts {
  readonly host: PluginHost;
  readonly logs: PluginLogs;
  readonly counters: CallCounters;
}

const NOTHING: PluginFigures = { calls: 0, refused: 0, failed: 0, errors: 0, milliseconds: 0 };

/** What is too much for a list of all plugins: figures, log, strikes, the way back. @returns undefined for one that the registry does not name */
export async function detailsOf({ host, logs, counters }: DetailParts, pluginId: string, language: Language): Promise<PluginDetailsWire | undefined> {
  const plugin = host.registered(pluginId);
  if (!plugin) return undefined;
  const { calls, refused, failed, errors, milliseconds } = counters.figures.find((figures) => figures.pluginId === pluginId) ?? NOTHING;
  const [before, strikes] = await Promise.all([host.versionBefore(pluginId), host.strikesOf(pluginId)]);
  return {
    figures: { calls, refused, failed, errors, milliseconds },
    process: await processOf(plugin.live),
    log: [...logs.of(pluginId)],
    strikes: strikes.map(({ at, kind, place }) => ({ time: at, kind, place })),
    before: { version: before.version, refusal: before.refusal ? sentence(before.refusal, language) : '' },
    inSource: before.source,
    pinned: plugin.entry.integrity !== undefined ? (plugin.entry.version ?? '') : '',
  };
}

const NOWHERE = { pid: 0, memoryMb: 0, peakMb: 0, restarts: 0, sharedWith: [], ownRole: false };

async function processOf(live: NonNullable<ReturnType<PluginHost['registered']>>['live']): Promise<PluginDetailsWire['process']> {
  const facts = { ...NOWHERE, ownRole: live?.databaseRole !== undefined };
  if (!live?.apart) return { ...facts, kind: live?.server ? 'server' : 'none' };
  const process = await live.apart.process();
  const { restarts } = live.apart;
  if (!process) return { ...facts, restarts, kind: 'rests' };
  const { nowMb, peakMb } = await process.memory();
  const sharedWith = [...new Set(process.packages)].filter((id) => id !== live.id);
  return { ...facts, kind: 'apart', pid: process.pid, memoryMb: nowMb, peakMb, restarts, sharedWith };
}

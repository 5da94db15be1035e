import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import { implement, serverFigures, type ServerPart } from '@nephra/plugin-sdk/server';
import { type MonitorView, monitorContract } from '../../contract/monitor/monitor.contract.ts';
import { bytesText, percentText, usedShare } from '../../domain/monitor/size-text.ts';
import type { Ctx, SystemDb } from '../tables/tables.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** @throws AppError `core.system-only` (403): it is about all organisations */
export function assertAdministrator({ user }: Pick<Ctx, 'user'>): void {
  if (!user.isAdministrator) throw new AppError('core.system-only', { code: EnvelopeCode.Forbidden });
}

const roomView = (totalBytes: number, availableBytes: number): MonitorView['memory'] => ({
  total: bytesText(totalBytes),
  available: bytesText(availableBytes),
  used: bytesText(totalBytes - availableBytes),
  usageRate: percentText(usedShare(totalBytes, availableBytes)),
});

const routes = implement<SystemDb>()(monitorContract, {
  async now(_input, ctx): Promise<MonitorView> {
    assertAdministrator(ctx);
    const { at, server, cpu, memory, disk, database, eventLoop, sockets, jobs, queues, plugins, files } = await ctx.service(serverFigures).now();
    const processors = ctx.text('monitor.processors', { n: cpu.count });
    return {
      system: {
        os: server.os,
        day: ctx.text('monitor.days', { days: Math.floor(server.hostSeconds / DAY), hours: Math.floor((server.hostSeconds % DAY) / HOUR) }),
        ip: server.ip,
      },
      cpu: {
        name: cpu.name,
        package: processors,
        core: processors,
        coreNumber: cpu.count,
        logic: processors,
        used: percentText(cpu.used),
        idle: percentText(1 - cpu.used),
      },
      memory: roomView(memory.totalBytes, memory.availableBytes),
      disk: roomView(disk.totalBytes, disk.availableBytes),
      time: at.getTime(),
      figures: {
        host: server.host,
        node: server.node,
        version: server.version,
        upSeconds: server.upSeconds,
        cpuUsed: cpu.used,
        cpuProcess: cpu.process,
        memoryTotal: memory.totalBytes,
        memoryAvailable: memory.availableBytes,
        memoryProcess: memory.processBytes,
        heapUsed: memory.heapUsedBytes,
        diskTotal: disk.totalBytes,
        diskAvailable: disk.availableBytes,
        database,
        eventLoop,
        sockets,
        jobs,
        queues: [...queues],
        files: { ...files, organisations: [...files.organisations] },
        plugins: [...plugins],
      },
    };
  },
});

export const monitorPart: ServerPart<SystemDb> = { name: 'monitor', implementations: [routes] };

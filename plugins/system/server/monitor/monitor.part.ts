import { implement, requireSystemAdministrator, serverFigures, type ServerPart } from '@nephra/plugin-sdk/server';
import { type MonitorView, monitorContract } from '../../contract/monitor/monitor.contract.ts';
import { bytesText, percentText, usedShare } from '../../domain/monitor/size-text.ts';
import type { SystemDb } from '../tables/tables.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

const roomView = (totalBytes: number, availableBytes: number): MonitorView['memory'] => ({
  total: bytesText(totalBytes),
  available: bytesText(availableBytes),
  used: bytesText(totalBytes - availableBytes),
  usageRate: percentText(usedShare(totalBytes, availableBytes)),
});

const routes = implement<SystemDb>()(monitorContract, {
  async now(_input, ctx): Promise<MonitorView> {
    requireSystemAdministrator(ctx);
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

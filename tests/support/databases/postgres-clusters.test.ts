import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepCluster, takeCluster } from './postgres-clusters.mjs';

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'nephra-clusters-'));
  mkdirSync(path.join(home, 'bin'));
  writeFileSync(path.join(home, 'bin/postgres'), '#!/bin/sh\necho "postgres (PostgreSQL) 15.1"\n');
  chmodSync(path.join(home, 'bin/postgres'), 0o755);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

it('a kept cluster of which a killed run left a half is dropped, and the next one taken', () => {
  const folder = path.join(home, 'kept');
  const kept = (mark: string, files: readonly string[], age: number) => {
    const cluster = path.join(folder, `postgres-15.1-templates-${mark}`);
    for (const file of files) {
      mkdirSync(path.dirname(path.join(cluster, file)), { recursive: true });
      writeFileSync(path.join(cluster, file), mark);
    }
    utimesSync(cluster, new Date(Date.now() - age), new Date(Date.now() - age));
    return cluster;
  };
  const half = kept('half', ['global/pg_control', 'pg_wal/1'], 0);
  kept('whole', ['PG_VERSION', 'global/pg_control', 'pg_wal/1'], 60_000);
  const data = path.join(home, 'data');
  expect(takeCluster({ bin: path.join(home, 'bin'), home, data, account: {}, kind: 'templates', folder })).toBe('');
  expect(readFileSync(path.join(data, 'PG_VERSION'), 'utf8')).toBe('whole');
  expect(existsSync(half)).toBe(false);
});

it('of the clusters that runs leave one stays, and those that another run may be copying this minute', () => {
  const folder = path.join(home, 'kept');
  const data = path.join(home, 'data');
  mkdirSync(data);
  writeFileSync(path.join(data, 'PG_VERSION'), '15');
  const bin = path.join(home, 'bin');
  const names = (): string[] => readdirSync(folder);
  keepCluster({ bin, data, folder });
  const [first = ''] = names();
  keepCluster({ bin, data, folder });
  expect(names()).toHaveLength(2);
  for (const name of [first, 'postgres-15.1-templates-half.unfinished']) {
    mkdirSync(path.join(folder, name), { recursive: true });
    utimesSync(path.join(folder, name), new Date(0), new Date(0));
  }
  keepCluster({ bin, data, folder });
  expect(names()).toHaveLength(2);
  expect(names()).not.toContain(first);
});

/** Writes `plugin-sdk/api/*.api.md`: what each door of the SDK offers. Makes the SDK's type files first. */
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { apiReports } from './api-report.mjs';

const SDK = path.resolve('plugin-sdk');
const API = path.join(SDK, 'api');

if (!process.argv.includes('--no-build')) {
  const { status } = spawnSync(process.execPath, ['tools/build/pack-sdk.mjs'], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
for (const file of readdirSync(API)) if (file.endsWith('.api.md')) rmSync(path.join(API, file));
for (const { name, text } of apiReports(SDK)) writeFileSync(path.join(API, name), text);

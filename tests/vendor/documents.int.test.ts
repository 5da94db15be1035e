import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { effort } from '../support/cases/effort.ts';
import { SHORT_LIVED } from '../support/short-lived.mjs';
import { type Step, stepsOf } from './documented-steps.ts';
import { CLOSED_REGISTRY, openEmptyRegistry } from './empty-registry.ts';
import { type Hospital, menusOf, openHospital } from './hospital.ts';
import { openWorkshop, type Workshop } from './vendor-workshop.ts';

/** 10,000 rows are made one call at a time, and each of 200 rounds is a look at registry.json, a start and an end. */
const MAX_LONG_MS = 1_800_000;

let hospital: Hospital;
let workshop: Workshop;
let place: string;
beforeAll(async () => {
  workshop = openWorkshop(inject('workshop'));
  hospital = await openHospital({ env: { PLUGIN_DEVELOPMENT: '1', RATE_PER_MINUTE: '1000000' } });
  place = mkdtempSync(path.join(tmpdir(), 'nephra-tutorial-'));
});
afterAll(async () => {
  await hospital?.close();
  if (place) rmSync(place, { recursive: true, force: true });
});

/** A folder whose `node` is this one with the options of processes that live for seconds, as each command of a document does. */
function shortLivedNode(): string {
  const folder = path.join(place, 'short-lived');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'node'), `#!/bin/sh\nexec '${process.execPath}' ${SHORT_LIVED.join(' ')} "$@"\n`, { mode: 0o755 });
  return folder;
}

/** As it is in the packed SDK. */
const documentOf = (name: string): string => readFileSync(path.join(workshop.folder, 'node_modules/@nephra/plugin-sdk/docs', name), 'utf8');

/**
 * What `npm install` would do, without a registry: packages of ours come out of the project, as they must; those of others stand in the workshop.
 * One that package.json took from anywhere else would be missing.
 */
function install(project: string): void {
  const { devDependencies } = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8')) as { devDependencies: Record<string, string> };
  const modules = path.join(project, 'node_modules');
  const sdk = path.join(modules, '@nephra/plugin-sdk');
  mkdirSync(path.join(modules, '.bin'), { recursive: true });
  mkdirSync(sdk, { recursive: true });
  const archive = path.join(project, (devDependencies['@nephra/plugin-sdk'] ?? '').replace('file:', ''));
  expect(spawnSync('tar', ['-xzf', archive, '-C', sdk, '--strip-components=1']).status).toBe(0);
  symlinkSync(path.join(project, (devDependencies['@nephra/plugins'] ?? '').replace('file:', '')), path.join(modules, '@nephra/plugins'));
  // npm lets programs of packages be run.
  chmodSync(path.join(sdk, 'dist/cli/main.mjs'), 0o755);
  symlinkSync('../@nephra/plugin-sdk/dist/cli/main.mjs', path.join(modules, '.bin/nephra-plugin'));
  for (const name of readdirSync(path.join(workshop.folder, 'node_modules'))) {
    if (name === '@nephra' || name.startsWith('.')) continue;
    symlinkSync(path.join(workshop.folder, 'node_modules', name), path.join(modules, name));
  }
}

/** Follows a document from an empty folder. @returns what its commands said, by command */
function follow(steps: readonly Step[], folder: string): Map<string, string> {
  const said = new Map<string, string>();
  const PATH = `${shortLivedNode()}${path.delimiter}${process.env.PATH}`;
  let here = folder;
  const at = (file: string) => path.join(here, file);
  for (const step of steps) {
    if (step.kind === 'file') writeFileSync(at(step.file), step.content);
    else if (step.kind === 'edit') {
      const text = readFileSync(at(step.file), 'utf8');
      if (!text.includes(step.from)) throw new Error(`${step.file} does not hold what the tutorial says: ${step.from}`);
      writeFileSync(
        at(step.file),
        text.replace(step.from, () => step.to),
      );
    } else if (step.kind === 'sh') {
      for (const command of step.commands) {
        if (command.startsWith('cd ')) here = at(command.slice(3));
        else if (command === 'npm install') install(here);
        else {
          const env = {
            ...process.env,
            PATH,
            REGISTRY: hospital.registry,
            BACKEND: hospital.system.url,
            NO_COLOR: '1',
            FORCE_COLOR: '',
            npm_config_registry: CLOSED_REGISTRY,
          };
          const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: here, encoding: 'utf8', env });
          if (status !== 0) throw new Error(`${command}\n${stdout}${stderr}`);
          said.set(command, (said.get(command) ?? '') + stdout);
        }
      }
    }
  }
  return said;
}

describe('documents of the SDK', () => {
  it('the tutorial works word by word in an empty folder', () => {
    const archive = path.join(workshop.folder, 'nephra-plugin-sdk-1.0.0.tgz');
    symlinkSync(archive, path.join(place, 'nephra-plugin-sdk-1.0.0.tgz'));
    const said = follow(stepsOf(documentOf('tutorial.md')), place);
    expect(said.get('npm run check')).toContain('acme-beds 1.0.0 is ready to be packed.');
    expect(said.get('npm test')).toMatch(/Tests\s+3 passed/);
    expect(said.get('npm run dev -- --registry "$REGISTRY" --backend "$BACKEND" --once')).toMatch(/acme-beds 1\.0\.0 runs: 1\.0\.0-/);
    expect(said.get('npm run dev -- --registry "$REGISTRY" --backend "$BACKEND" --once --reset')).toContain('Dropped acme_beds.entry.');
    const live = said.get('npm test -- --registry "$REGISTRY" --backend "$BACKEND"') ?? '';
    expect(live).toContain('The server has nothing against this plugin.');
    for (const title of ['hostile input', 'is upgraded, and no older version over its tables', 'nothing is left after'])
      expect(live).toContain(`ok      ${title}`);
    expect(live).toMatch(/before and after 8 rounds: memory in use \d+\.\d MB, \d+\.\d MB; /);
    expect(existsSync(path.join(place, 'acme-beds/acme-beds-1.0.0.tgz'))).toBe(true);
  });

  it.runIf(effort('conformance: rounds of off and on', 8, 200) === 200)(
    'in the long form of the conformance suite 200 rounds of off and on leave nothing behind, and thousands of rows are as quick as a few',
    () => {
      const words = ['test', '--registry', hospital.registry, '--backend', hospital.system.url, '--long'];
      const { status, stdout, stderr } = spawnSync(path.join(place, 'acme-beds/node_modules/.bin/nephra-plugin'), words, {
        cwd: path.join(place, 'acme-beds'),
        encoding: 'utf8',
      });
      expect(stdout + stderr).toContain('The server has nothing against this plugin.');
      expect(status).toBe(0);
      expect(stdout).toMatch(/before and after 200 rounds: memory in use \d+\.\d MB, \d+\.\d MB; /);
      // What its own rules refuse, the same name twice, is no row.
      expect(stdout).toMatch(/^ok {6}\d{4,5} rows$/m);
    },
    MAX_LONG_MS,
  );

  it('nothing of ours is asked of a registry: create needs none, and npm install takes the SDK out of the project', async () => {
    const fresh = path.join(place, 'fresh');
    mkdirSync(fresh);
    const main = path.join(place, 'package/dist/cli/main.mjs');
    const closed = { ...process.env, npm_config_registry: CLOSED_REGISTRY };
    expect(spawnSync(process.execPath, [main, 'create', 'acme-fresh'], { cwd: fresh, env: closed, encoding: 'utf8' })).toMatchObject({ status: 0 });
    const registry = await openEmptyRegistry();
    try {
      const env = { ...process.env, npm_config_registry: registry.url, npm_config_cache: path.join(fresh, 'cache'), npm_config_fetch_retries: '0' };
      const npm = spawn('npm', ['install', '--no-audit', '--no-fund'], { cwd: path.join(fresh, 'acme-fresh'), env, stdio: 'ignore' });
      await once(npm, 'exit');
      // What others wrote, of the project and of the SDK that was opened for it.
      expect([...registry.asked]).toEqual(expect.arrayContaining(['typescript', 'vitest', 'typebox', 'react']));
      expect([...registry.asked].filter((name) => name.includes('nephra'))).toEqual([]);
    } finally {
      await registry.close();
    }
  });

  it('an SDK that is not there yet can be asked, for a project and for a package', () => {
    const project = path.join(place, 'acme-beds');
    const next = path.join(place, 'next');
    mkdirSync(path.join(next, 'dist'), { recursive: true });
    const api = JSON.parse(readFileSync(path.join(project, 'node_modules/@nephra/plugin-sdk/dist/api.json'), 'utf8')) as {
      sdk: string;
      doors: Record<string, Record<string, string>>;
    };
    const put = (text: object) => writeFileSync(path.join(next, 'dist/api.json'), JSON.stringify(text));
    const doctor = (...words: string[]) =>
      spawnSync(path.join(project, 'node_modules/.bin/nephra-plugin'), ['doctor', '--sdk', next, ...words], { cwd: project, encoding: 'utf8' });
    put({ ...api, sdk: '1.9.0' });
    expect(doctor()).toMatchObject({ status: 0, stdout: expect.stringMatching(/all \d+ names that it uses are in SDK 1\.9\.0/) });
    const { definePlugin: _gone, ...web } = api.doors['@nephra/plugin-sdk/web'] ?? {};
    put({ ...api, sdk: '2.0.0', doors: { ...api.doors, '@nephra/plugin-sdk/web': web } });
    const packed = doctor('acme-beds-1.0.0.tgz');
    expect(packed.status).toBe(1);
    expect(packed.stdout).toContain("'definePlugin' of '@nephra/plugin-sdk/web' is gone in 2.0.0");
    expect(packed.stdout).toContain('asks for SDK ^1.0.0; 2.0.0 is outside of it');
    // A hospital has the SDK unpacked, and neither a project nor anything installed.
    const unpacked = (...words: string[]) =>
      spawnSync(process.execPath, [path.join(place, 'package/dist/cli/main.mjs'), ...words], {
        cwd: place,
        encoding: 'utf8',
        env: { ...process.env, NODE_PATH: '' },
      });
    writeFileSync(
      path.join(place, 'registry.json'),
      JSON.stringify({ site: { name: 'x' }, plugins: [{ id: 'acme-beds', source: 'acme-beds/acme-beds-1.0.0.tgz' }] }),
    );
    const ahead = unpacked('doctor', '--sdk', next, '--registry', 'registry.json');
    expect(ahead).toMatchObject({ status: 1, stdout: packed.stdout, stderr: '' });
    for (const name of ['check', 'doctor'])
      expect(unpacked(name)).toMatchObject({ status: 1, stdout: expect.stringContaining(`npm run nephra-plugin -- ${name}`), stderr: '' });
    expect(unpacked()).toMatchObject({ status: 0, stdout: expect.stringContaining('doctor [--backend <address>]') });
  });

  it('the examples of slots compile and build', () => {
    const slots = stepsOf(documentOf('slots.md')).filter((step) => step.kind === 'slot');
    expect(slots.map(({ point }) => point)).toEqual([
      'patient/records@1',
      'prescription/facts@1',
      'charging/bill-prints@1',
      'shell/home@1',
      'dialysis-session/bedside@1',
    ]);
    const project = workshop.create('acme-slots');
    project.remove('server');
    for (const { name, content } of slots) project.write(`web/${name}.slot.tsx`, content);
    const filled = slots.map(({ point, name }) => `slot('${point}', '${name}', () => import('./web/${name}.slot.tsx'))`).join(', ');
    project.edit('plugin.ts', 'import { definePlugin, page }', 'import { definePlugin, page, slot }');
    project.edit('plugin.ts', '  menus: [', `  dependsOn: ['patient', 'prescription', 'charging', 'dialysis-session'],\n  slots: [${filled}],\n  menus: [`);
    expect(project.nephra('check').output).toContain('acme-slots 1.0.0 is ready to be packed.');
  });

  it('the examples to begin with pass every check and work in a hospital', async () => {
    for (const [id, example] of [
      ['acme-wards', 'records'],
      ['acme-board', 'menu-type'],
    ] as const) {
      const project = workshop.create(id, example);
      const packed = project.nephra('pack');
      expect(packed.output).toContain(`${id}-1.0.0.tgz`);
      expect(packed.status).toBe(0);
      hospital.register({ id, source: hospital.receive(path.join(project.folder, `${id}-1.0.0.tgz`), `${id}.tgz`), enabled: true });
      await hospital.stateOf(id, 'active');
      const doctor = await hospital.signIn('doctor');
      if (example === 'records') {
        const values = { fullName: '一病区', enCode: 'W1', beds: 30, kind: 'open', enabledMark: 1, sortCode: 0, description: '' };
        expect(await doctor.send('POST', '/api/acme-wards/ward', values)).toMatchObject({ code: 200 });
        expect((await doctor.get<{ list: { beds: number }[] }>('/api/acme-wards/ward')).data.list).toMatchObject([{ beds: 30 }]);
      } else {
        expect(await doctor.send('POST', '/api/acme-board/board/ward', { text: '七号床待消毒' })).toMatchObject({ code: 200 });
        expect((await doctor.get('/api/acme-board/board/ward')).data).toMatchObject({ list: [{ text: '七号床待消毒' }] });
        expect((await menusOf(doctor)).get('acme_board.board')).toMatchObject({ type: 8 });
      }
    }
  });
});

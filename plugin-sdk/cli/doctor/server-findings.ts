import semver from 'semver';
import type { PluginManifest } from '../../contract/plugin/manifest.ts';
import { versionOfFolder } from '../../contract/plugin/version-order.ts';
import type { DevelopedPlugin } from '../server/development-server.ts';
import { failed, type Finding, note, ok } from './finding.ts';

const SHOWN_FAULTS = 5;

/** What a running server says of this plugin, against what its sources say. */
export function serverFindings(manifest: PluginManifest, seen: DevelopedPlugin): Finding[] {
  const { product } = seen;
  const list = (names: readonly string[]) => names.join(', ');
  const own = manifest.server?.migrations ?? [];
  const foreign = seen.migrations.filter((name) => !own.includes(name));
  const waiting = own.filter((name) => !seen.migrations.includes(name));
  const ungranted = seen.menus.filter(({ grants }) => grants === 0).map(({ enCode }) => enCode);
  const { privileges, outbound, jobs } = seen.undecided;
  const undecided = [...privileges, ...outbound, ...jobs];
  return [
    semver.satisfies(product.sdk, manifest.sdk)
      ? ok(`the server offers SDK ${product.sdk}, ${manifest.sdk} is asked for (${product.mode}, ${product.database})`)
      : failed(`The server offers SDK ${product.sdk}, and plugin.ts asks for ${manifest.sdk}: change the range, or run a server of that SDK.`),
    ...(seen.fileError === '' ? [] : [failed(`registry.json is not in force as it stands: ${seen.fileError}`)]),
    stateFinding(manifest, seen),
    ...(foreign.length > 0
      ? [
          failed(
            `The database has ${list(foreign)}, which these sources do not: bring the file back, or drop the tables with \`dev --reset\` (this server only).`,
          ),
        ]
      : []),
    ...(waiting.length > 0 && seen.state === 'active' ? [note(`not applied there yet: ${list(waiting)}; they run when this build is taken`)] : []),
    ...(foreign.length + waiting.length === 0 && own.length > 0 ? [ok(`migrations ${list(own)}`)] : []),
    ...(ungranted.length > 0
      ? [failed(`Nobody was granted ${list(ungranted)}: give roleHints in plugin.ts, or grant it on the page Roles; without a grant no person sees the menu.`)]
      : seen.menus.length > 0
        ? [ok(`menus ${seen.menus.map(({ enCode, grants }) => `${enCode} (${grants} grants)`).join(', ')}`)]
        : []),
    ...(undecided.length > 0
      ? [failed(`The hospital has not decided about ${list(undecided)}: page Plugins, "Let it run", or \`dev --allow\` on your own server.`)]
      : []),
    ...manifest.outboundHosts
      .filter((host) => undecided.length === 0 && !seen.mayCall.some((one) => one.replace('private+', '') === host.replace(/\/$/, '')))
      .map((host) => note(`withheld: ${host}; calls to it are refused as not-allowed`)),
    ...(seen.reports.length === 0
      ? [ok('no faults noted')]
      : seen.reports.slice(0, SHOWN_FAULTS).map(({ where, kind, message }) => note(`fault (${kind}) at ${where}: ${message}`))),
    ...seen.log
      .filter(({ level }) => level === 'error')
      .slice(-SHOWN_FAULTS)
      .map(({ text }) => note(`log: ${text.split('\n').slice(0, 3).join(' ')}`)),
  ];
}

function stateFinding({ id, version }: PluginManifest, { state, reason, running }: DevelopedPlugin): Finding {
  if (state === '') return failed(`registry.json of that server does not name '${id}': add an entry, or run \`dev --registry <file>\`.`);
  if (state === 'active') return versionOfFolder(running) === version ? ok(`runs as ${running}`) : note(`runs as ${running}; these sources are ${version}`);
  const older = running === '' ? '' : ` What answers is the build before, ${running}.`;
  return failed(
    state === 'disabled' ? `It is switched off: page Plugins, or "enabled": true in registry.json.` : `It does not run (${state}): ${reason}${older}`,
  );
}

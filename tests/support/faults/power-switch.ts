import { spawnSync } from 'node:child_process';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const IMAGE_BYTES = 1024 * 1024 * 1024;
/** ext4's "going down" request without writing its journal: what was not forced to disk is gone, as in a power cut. */
const CUT = 'open(my $d, "<", $ARGV[0]) or die; my $flags = pack("L", 2); ioctl($d, 0x8004587D, $flags) or die $!;';

/** A file system of its own whose power can be cut. Needs root and loop devices. */
export interface PowerSwitch {
  /** Where it is mounted. */
  readonly folder: string;
  /** From now on nothing written since the last sync will ever have been written. */
  cut(): void;
  /** After `cut`, when no process uses the folder any more: power is back. */
  restore(): void;
  remove(): void;
}

const run = (command: string, ...parameters: string[]): string => {
  const { status, stderr, error } = spawnSync(command, parameters, { encoding: 'utf8' });
  return status === 0 ? '' : `${command} failed: ${stderr || String(error)}`.trim();
};

const must = (problem: string): void => {
  if (problem !== '') throw new Error(problem);
};

/** @returns the reason, as a sentence, when this machine cannot do it. */
export function makePowerSwitch(workFolder: string): PowerSwitch | string {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'cutting the power of a file system needs Linux and root';
  const image = join(workFolder, 'disk.img');
  const folder = join(workFolder, 'disk');
  mkdirSync(folder);
  writeFileSync(image, '');
  truncateSync(image, IMAGE_BYTES);
  const mount = (): string => run('mount', '-o', 'loop', image, folder);
  const problem = run('perl', '-e', '1') || run('mkfs.ext4', '-q', '-F', image) || mount();
  if (problem !== '') return problem;
  return {
    folder,
    cut: () => must(run('perl', '-e', CUT, folder)),
    restore: () => {
      must(run('umount', folder));
      must(mount());
    },
    remove: () => must(run('umount', folder)),
  };
}

/** The builder, as used by `nephra-plugin` and by the build of this repository. */
export { readDoors } from './door-names.ts';
export { BuildProblem } from './problem.ts';
export { locateSdk } from './sdk-location.ts';
export { buildShell } from './shell-build.ts';
export { writeFiles } from './package-files.ts';

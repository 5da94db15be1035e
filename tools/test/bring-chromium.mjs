import { obtainChromium } from './chromium.mjs';

// A step of its own: an installation must not keep the other steps waiting.
const { path, problem } = obtainChromium();
console.log(problem || path);
process.exitCode = problem ? 1 : 0;

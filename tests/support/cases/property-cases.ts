import fc from 'fast-check';
import { PROPERTY_CASES, seedOfRun } from './effort.ts';

// Set-up file of every test runner: one seed for all properties of a run, so that a red run is repeated by its seed.
fc.configureGlobal({ seed: seedOfRun, numRuns: PROPERTY_CASES });

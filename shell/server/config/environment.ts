import { type Config, readConfig } from './config.ts';

/** The only place of the server that looks at the process's environment. */
export const configFromEnvironment = (): Config => readConfig(process.env);

export { type Config, ConfigError, describeSettings, readConfig } from './config.ts';
export { configFromEnvironment } from './environment.ts';

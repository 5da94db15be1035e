export { type Config, ConfigError, describeSettings, passwordPolicyOf, readConfig } from './config.ts';
export { configFromEnvironment } from './environment.ts';

export { type Config, ConfigError, describeSettings, type PasswordSettings, passwordPolicyOf, readConfig } from './config.ts';
export { configFromEnvironment } from './environment.ts';

import { describe, expect, it } from 'vitest';
import { ConfigError, describeSettings, readConfig } from './config.ts';

describe('configuration', () => {
  it('fills every default from an empty environment', () => {
    const config = readConfig({});
    expect(config.port).toBe(5000);
    expect(config.dataDir).toBe('./data');
    expect(config.sessionMaxHours).toBe(12);
    expect(config.loginModes).toEqual(['password', 'scan', 'code']);
  });

  it('treats an empty variable as absent', () => {
    expect(readConfig({ PORT: ' ', DATA_DIR: '' }).port).toBe(5000);
  });

  it('names every bad variable in one error', () => {
    const read = () => readConfig({ PORT: 'eighty', LOG_LEVEL: 'loud', LOGIN_MODES: 'password,face' });
    expect(read).toThrowError(ConfigError);
    expect(read).toThrowError(/PORT must be a whole number from 0 to 65535, not "eighty"/);
    expect(read).toThrowError(/LOG_LEVEL must be one of trace/);
    expect(read).toThrowError(/LOGIN_MODES must be a comma-separated list/);
  });

  it('never prints a secret value', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://root:geheim@host/x' })).toThrowError(/^(?!.*geheim)[\s\S]*DATABASE_URL/);
    expect(() => readConfig({ ADMIN_PASSWORD: 'onlyletters' })).toThrowError(/^(?!.*onlyletters)[\s\S]*ADMIN_PASSWORD/);
  });

  it('describes every setting in a sentence', () => {
    for (const { name, meaning } of describeSettings()) expect(`${name}: ${meaning}`).toMatch(/^[A-Z_]+: .+\.$/);
    expect(new Set(describeSettings().map(({ name }) => name)).size).toBe(describeSettings().length);
  });
});

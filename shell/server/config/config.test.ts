import { describe, expect, it } from 'vitest';
import { ConfigError, describeSettings, passwordPolicyOf, readConfig } from './config.ts';

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

  it('[5-02] [9-21] starts with the passwords of the specification; PASSWORD_POLICY=level3 is all that the stricter ones take', () => {
    const policy = (environment: Record<string, string>) => passwordPolicyOf(readConfig(environment));
    expect(policy({})).toEqual({ minLength: 6, maxLength: 16, kinds: 2, history: 0, maxAgeDays: 0 });
    expect(policy({ PASSWORD_POLICY: 'specification' })).toEqual(policy({}));
    expect(policy({ PASSWORD_POLICY: 'level3' })).toEqual({ minLength: 8, maxLength: 16, kinds: 3, history: 5, maxAgeDays: 90 });
    expect(policy({ PASSWORD_POLICY: 'level3', PASSWORD_MIN_LENGTH: '10', PASSWORD_MAX_AGE_DAYS: '0' })).toMatchObject({
      minLength: 10,
      kinds: 3,
      maxAgeDays: 0,
    });
    expect(() => readConfig({ PASSWORD_POLICY: 'strict' })).toThrowError(/PASSWORD_POLICY must be one of/);
  });

  it('starts with sessions of protection level 3', () => {
    const config = readConfig({});
    expect(config).toMatchObject({ sessionLockMinutes: 15, sessionIdleMinutes: 30, sessionMaxHours: 12, loginFailuresAllowed: 5, loginWaitMinutes: 10 });
  });

  it('holds the first password to the rule for passwords', () => {
    expect(readConfig({ ADMIN_PASSWORD: 'erste1' }).adminPassword).toBe('erste1');
    expect(() => readConfig({ ADMIN_PASSWORD: 'erste' })).toThrowError(/ADMIN_PASSWORD must fit the rule: 6-16 characters password/);
    expect(() => readConfig({ ADMIN_PASSWORD: 'erste2026', PASSWORD_POLICY: 'level3' })).toThrowError(
      /ADMIN_PASSWORD must fit the rule: 8-16 characters password/,
    );
    expect(() => readConfig({ PASSWORD_MIN_LENGTH: '20' })).toThrowError(/PASSWORD_MAX_LENGTH must not be below/);
  });

  it('leaves reads a share of the connections, and saving, too', () => {
    expect(readConfig({})).toMatchObject({ databaseConnections: 10, databaseReadConnections: undefined });
    expect(readConfig({ DATABASE_CONNECTIONS: '1' }).databaseConnections).toBe(1);
    expect(readConfig({ DATABASE_CONNECTIONS: '40', DATABASE_READ_CONNECTIONS: '39' }).databaseReadConnections).toBe(39);
    expect(() => readConfig({ DATABASE_CONNECTIONS: '0' })).toThrowError(/DATABASE_CONNECTIONS must be a whole number from 1 to 500, not "0"/);
    expect(() => readConfig({ DATABASE_READ_CONNECTIONS: '0' })).toThrowError(/DATABASE_READ_CONNECTIONS must be a whole number from 1 to 499, not "0"/);
    expect(() => readConfig({ DATABASE_CONNECTIONS: '4', DATABASE_READ_CONNECTIONS: '4' })).toThrowError(
      /DATABASE_READ_CONNECTIONS must be below DATABASE_CONNECTIONS \(4\), not "4"/,
    );
  });

  it('describes every setting in a sentence', () => {
    for (const { name, meaning } of describeSettings()) expect(`${name}: ${meaning}`).toMatch(/^[A-Z0-9_]+: .+\.$/);
    expect(new Set(describeSettings().map(({ name }) => name)).size).toBe(describeSettings().length);
  });
});

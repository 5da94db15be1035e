import { AppError } from '@nephra/plugin-sdk/contract';
import { describe, expect, test } from 'vitest';
import { isConnectionLost, isSerializationFailure, readableError, sqlStateOf } from './database-error.ts';

const driverError = (code: string, message = 'x', more: object = {}): Error => Object.assign(new Error(message), { code, ...more });

describe('driver errors', () => {
  test('the SQLSTATE is found through wrapping errors', () => {
    expect(sqlStateOf(driverError('40001'))).toBe('40001');
    expect(sqlStateOf(new Error('outer', { cause: driverError('23505') }))).toBe('23505');
    expect(sqlStateOf(new Error('plain'))).toBeUndefined();
    expect(sqlStateOf('text')).toBeUndefined();
  });

  test('lost races are told apart from refusals', () => {
    for (const code of ['40001', '40P01']) expect(isSerializationFailure(driverError(code))).toBe(true);
    expect(isSerializationFailure(driverError('0A000', 'cached plan must not change result type'))).toBe(true);
    for (const code of ['23505', '0A000', '57014']) expect(isSerializationFailure(driverError(code))).toBe(false);
  });

  test.each([
    ['ECONNREFUSED', 'core.database-unavailable'],
    ['57P01', 'core.database-unavailable'],
    ['08006', 'core.database-unavailable'],
    ['53300', 'core.database-busy'],
    ['53100', 'core.database-full'],
    ['57014', 'core.database-slow'],
  ])('%s becomes %s, for people to read', (code, key) => {
    expect(readableError(driverError(code))).toMatchObject({ name: 'AppError', key, code: 503 });
  });

  test('errors of the statement itself and our own refusals pass unchanged', () => {
    for (const error of [driverError('23505'), driverError('42P01'), new AppError('a.b')]) expect(readableError(error)).toBe(error);
  });

  test('a broken connection is recognised by its text, too', () => {
    expect(isConnectionLost(new Error('Connection terminated unexpectedly'))).toBe(true);
    expect(isConnectionLost(new Error('something else'))).toBe(false);
  });
});

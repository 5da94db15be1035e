import { Writable } from 'node:stream';
import { AppError } from '@nephra/plugin-sdk/contract';
import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';

const PERSON = '苏雪梅';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  write(createLog('trace', sink));
  return text;
}

/** As the driver raises it for a number that exists. */
const taken = Object.assign(new Error(`duplicate key value violates unique constraint: ${PERSON}`), {
  code: '23505',
  detail: `Key (mobile)=(${PERSON}) already exists.`,
  where: PERSON,
  parameters: [PERSON],
  query: `insert into core.user_account values ('${PERSON}')`,
  constraint: 'user_account_mobile_idx',
  table: 'user_account',
});

describe('an error in the log', () => {
  it('of the database keeps code, constraint and table, and no value that the driver adds', () => {
    for (const error of [taken, new Error('outer', { cause: taken }), new AppError('core.duplicate', { cause: taken })]) {
      const text = logged((log) => log.error({ err: error }, 'failed'));
      expect(text).toContain('user_account_mobile_idx');
      expect(text).not.toContain(PERSON);
    }
  });

  it('of a text that could not be read keeps no piece of it', () => {
    for (const wrong of [`{"patientName": "${PERSON}", oops`, `${PERSON}`, `"${PERSON}`, `{"a":"${PERSON}""}`]) {
      let error: unknown;
      try {
        JSON.parse(wrong);
      } catch (caught) {
        error = caught;
      }
      const text = logged((log) => log.error({ err: error }, 'failed'));
      expect(text).toContain('SyntaxError');
      expect([...PERSON].filter((letter) => text.includes(letter))).toEqual([]);
    }
  });

  it('that is none is not written out', () => {
    expect(logged((log) => log.error({ err: PERSON }, 'failed'))).not.toContain(PERSON);
    expect(logged((log) => log.warn({ req: { method: 'GET', url: `/api/his/patient?keyword=${PERSON}` } }, 'of the library'))).not.toContain(PERSON);
  });
});

import { describe, expect, it } from 'vitest';
import { checkActs } from './check.mjs';

const findings = (text: string): string[] => checkActs('plugins/x/web/x.store.ts', text);

describe('keys of acts', () => {
  it.each([
    ['made for a call', 'client.receive({ body }, { quiet: true, idempotencyKey: newKey() });'],
    ['put together from what is seen', 'client.close(input, { idempotencyKey: id + version });'],
    ['kept in a field and handed on', 'const idempotencyKey = this.key; client.receive({ body }, { idempotencyKey });'],
    ['written in quotes', "client.receive({ body }, { 'idempotencyKey': key });"],
    ['set afterwards', 'options.idempotencyKey = key;'],
    ['sent as a header', "fetch(url, { headers: { 'Idempotency-Key': key } });"],
    ['a name of its own', 'client.give({ body: { ...body, clientId: randomName() } }, { quiet: true });'],
    ['a maker of names', 'class Outbox { constructor(newName = randomName) {} }'],
    ['a name of the browser', 'const id = crypto.randomUUID(); client.give({ body: { id } });'],
  ])('%s are refused, with what to do instead', (_, text) => {
    const [finding] = findings(text);
    expect(finding).toContain('plugins/x/web/x.store.ts:1: ');
    expect(finding).toContain('send through an Act');
    expect(findings(text)).toHaveLength(1);
  });

  it('an act passes, and what only hands its options on', () => {
    expect(
      findings(
        `
        readonly = new Act(ctx, 'receive');
        receive = () => this.act.run(body, (options) => client.receive({ body }, { ...options, timeoutMs: 5 }), ({ data }) => this.show(data));
        save = async (values, act) => client.create({ body: values }, { ...act, quiet: true });
        read = ({ idempotencyKey }) => idempotencyKey;
        give = () => this.act.run(body, ({ idempotencyKey: clientId, quiet }) => client.give({ body: { ...body, clientId } }, { quiet }));
      `
          .replace('readonly = ', 'act = ')
          .replace(/^\s*(\w+) = /gm, 'const $1 = '),
      ),
    ).toEqual([]);
  });

  it('an excuse has to say why, and to excuse something', () => {
    const call = 'client.x({ body }, { idempotencyKey: key });';
    expect(findings(`// act: the server compares the version\n${call}`)).toEqual([]);
    expect(findings(`// act: so\n${call}`)[0]).toContain('without a reason');
    expect(findings('// act: the server compares the version\nconst a = 1;')[0]).toContain('excuses nothing');
  });
});

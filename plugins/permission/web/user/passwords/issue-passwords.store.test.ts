import { expect, it } from 'vitest';
import { IssuePasswordsStore } from './issue-passwords.store.ts';
import { userContext } from '../user.web-fixture.ts';

it('the list is quoted text; nothing in it is calculated', async () => {
  const store = new IssuePasswordsStore(userContext(), [
    { id: 'p1', account: 'a"b', realName: '=1+1' },
    { id: 'p2', account: 'lisi', realName: '李四' },
  ]);
  await store.run();
  const lines = (await store.file(['账号', '姓名', '密码']).text()).replace('\ufeff', '').trim().split('\r\n');
  expect(lines[0]).toBe('"账号","姓名","密码"');
  expect(lines[1]).toMatch(/^"a""b","'=1\+1","\w{12}"$/);
  expect(lines[2]).toMatch(/^"lisi","李四","\w{12}"$/);
});

it('stops after the user that is on the way', async () => {
  const context = userContext();
  const store = new IssuePasswordsStore(
    context,
    Array.from({ length: 5 }, (_none, n) => ({ id: `p${n}`, account: `a${n}`, realName: '甲' })),
  );
  const running = store.run();
  store.stop();
  await running;
  expect(store.issued.length).toBeLessThan(2);
  expect(store.state).toBe('done');
});

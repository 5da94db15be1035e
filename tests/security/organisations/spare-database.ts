import { vi } from 'vitest';
import type { TestServer } from '../../support/server.ts';

/**
 * Spares thousands of calls what they do not ask for: who stands behind a token is looked up once for the same question, and refusals and reads
 * do not go on record.
 * @returns what ends it
 */
export function spareDatabase(server: TestServer): () => void {
  const { sessions, audit } = server.server.core.parts;
  const find = sessions.find.bind(sessions);
  const found = new Map<string, ReturnType<typeof find>>();
  const finding = vi.spyOn(sessions, 'find').mockImplementation((...question) => {
    const key = JSON.stringify(question);
    const answer = found.get(key) ?? find(...question);
    found.set(key, answer);
    return answer;
  });
  const record = vi.spyOn(audit, 'appendApart').mockResolvedValue();
  return () => {
    finding.mockRestore();
    record.mockRestore();
  };
}

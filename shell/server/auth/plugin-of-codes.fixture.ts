import { type CodeToSend, codeSender, defineServerPlugin, provide } from '@nephra/plugin-sdk/server';
import type { InlinePlugin } from '../../../tests/support/inline-packages.ts';

/** A plugin that sends codes by text message, once a test says that it is set up; what it sent is noted. */
export function pluginOfCodes() {
  const facts = { ready: false };
  const sent: CodeToSend[] = [];
  const sender = {
    ready: async () => facts.ready,
    async send(code: CodeToSend) {
      sent.push(code);
      return { outcome: 'sent' } as const;
    },
  };
  const plugin: InlinePlugin = {
    definition: { id: 'acme', version: '1.0.0', sdk: '^1.0.0', name: { zh: '短信', zhtw: '簡訊', en: 'Texts' } },
    server: defineServerPlugin({ services: [provide(codeSender, () => sender)] }) as never,
  };
  return { plugin, facts, sent };
}

import { usePlugin } from '@nephra/plugin-sdk/web';
import { useEffect, useRef, useState } from 'react';
import type { WaitingReply } from '../../contract/wall.schema.ts';

const KEPT = 'voice';
const VOICES: Readonly<Record<string, string>> = { zh: 'zh-CN', zhtw: 'zh-TW', en: 'en-US' };

/** Reads calls out, where the browser can and somebody turned it on at this screen: each one once. Off by default. */
export function useVoice(calls: WaitingReply['calls']): { readonly offered: boolean; readonly on: boolean; readonly toggle: () => void } {
  const { t, language, drafts } = usePlugin();
  const offered = typeof speechSynthesis !== 'undefined';
  const [on, setOn] = useState(() => drafts.load<boolean>(KEPT) === true);
  const said = useRef<Set<string> | null>(null);
  useEffect(() => {
    const known = said.current;
    said.current = new Set(calls.map(({ callId }) => callId));
    // What stood there when the screen was opened was called before.
    if (!on || !offered || known === null) return;
    for (const { callId, name, place, station } of calls.toReversed()) {
      if (known.has(callId)) continue;
      // A star is no sound.
      const words = new SpeechSynthesisUtterance(t('waiting.said', { name: name.replaceAll('*', ''), text: t(`waiting.to.${place}`, { station }) }));
      words.lang = VOICES[language] ?? '';
      speechSynthesis.speak(words);
    }
  }, [calls, on, offered, t, language]);
  const toggle = () => {
    drafts.save(KEPT, !on);
    setOn(!on);
  };
  return { offered, on, toggle };
}

import { uploadFlaw, validationText } from '@nephra/plugin-sdk/contract';
import { type FilePort, usePlugin } from '@nephra/plugin-sdk/web';
import { useEffect, useRef, useState } from 'react';
import type { Quill } from 'react-quill';
import { MAX_ALT_LENGTH } from '../../../contract/rich-text/formats.ts';
import { errorText } from '../error-text.ts';
import { useKitText } from '../kit-text.ts';
import type { RichTextText } from './rich-text-texts.ts';

const PICTURES = { accept: 'image/*' } as const;

interface Pictures {
  /** False: this text takes no pictures. */
  readonly takes: boolean;
  readonly sending: boolean;
  /** Stores pictures and puts them into the text; says why one cannot be put there. */
  readonly insert: (at: number, files: readonly File[]) => void;
}

/** Pictures that are dropped, pasted or chosen go to the file storage, and their address into the text. */
export function usePictures(quill: Quill | undefined, upload: FilePort['upload'] | null, text: RichTextText): Pictures {
  const { toast, language } = usePlugin();
  const kit = useKitText();
  const [sending, setSending] = useState(0);
  const end = useRef<AbortController>(null);
  useEffect(() => {
    end.current = new AbortController();
    return () => end.current?.abort();
  }, []);

  const put = async (at: number, file: File, send: FilePort['upload']) => {
    const { signal = new AbortController().signal } = end.current ?? {};
    setSending((before) => before + 1);
    try {
      const { url, name } = await send(file, { type: 'annexpic', signal });
      if (signal.aborted || !quill) return;
      const place = Math.min(at, quill.getLength() - 1);
      quill.insertEmbed(place, 'image', url, 'user');
      quill.formatText(place, 1, { alt: name.slice(0, MAX_ALT_LENGTH) }, 'user');
      quill.setSelection(place + 1, 0, 'silent');
    } catch (error) {
      if (!signal.aborted) toast.error(text('pictureFailed', { reason: errorText(error, kit) }));
    } finally {
      if (!signal.aborted) setSending((before) => before - 1);
    }
  };
  return {
    takes: upload !== null,
    sending: sending > 0,
    insert: (at, files) => {
      if (upload === null) {
        toast.warning(text('noPictures'));
        return;
      }
      for (const file of files) {
        const flaw = uploadFlaw(file, PICTURES);
        if (flaw) toast.error(validationText(flaw, language));
        else void put(at, file, upload);
      }
    },
  };
}

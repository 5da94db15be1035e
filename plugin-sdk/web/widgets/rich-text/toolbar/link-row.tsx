import { Button, Input } from '@nephra/plugin-sdk/ui';
import { type KeyboardEvent, useId, useState } from 'react';
import type { Quill } from 'react-quill';
import { isAllowedLink } from '../../../../contract/rich-text/formats.ts';
import type { RichTextText } from '../rich-text-texts.ts';

interface LinkRowProps {
  readonly quill: Quill;
  /** The link at the cursor. */
  readonly link: unknown;
  readonly text: RichTextText;
  readonly onDone: () => void;
}

/** Where the address of a link is typed; without a selection the address itself becomes the text. */
export function LinkRow({ quill, link, text, onDone }: LinkRowProps) {
  const [address, setAddress] = useState(typeof link === 'string' ? link : 'https://');
  const [wrong, setWrong] = useState(false);
  const note = useId();
  const put = (next: string | false) => {
    const { index, length } = quill.getSelection(true);
    if (length > 0 || next === false) quill.format('link', next, 'user');
    else quill.insertText(index, next, { link: next }, 'user');
    onDone();
  };
  const apply = () => {
    const given = address.trim();
    if (isAllowedLink(given)) put(given);
    else setWrong(true);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Neither the form nor a dialog around is meant.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') apply();
    else {
      onDone();
      quill.focus();
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame and a legend of its own
    <div role="group" aria-label={text('link')} className="nk-rich-link" onKeyDown={keys}>
      <Input
        autoFocus
        value={address}
        aria-label={text('linkAddress')}
        aria-describedby={wrong ? note : undefined}
        validateStatus={wrong ? 'error' : undefined}
        maxLength={2000}
        onChange={(next) => {
          setAddress(next);
          setWrong(false);
        }}
      />
      <Button theme="light" onClick={apply}>
        {text('linkApply')}
      </Button>
      {link !== undefined && (
        <Button theme="borderless" type="danger" onClick={() => put(false)}>
          {text('linkRemove')}
        </Button>
      )}
      {wrong && (
        <span id={note} className="nk-complaint" role="alert">
          {text('linkWrong')}
        </span>
      )}
    </div>
  );
}

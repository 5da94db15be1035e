import type { UploadedFile } from '@nephra/plugin-sdk/contract';
import type { RecordField } from '@nephra/plugin-sdk/record';
import { Button, Input } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { type PointerEvent, useEffect, useState } from 'react';
import { SIGNATURE_UPLOAD } from '../../../../contract/record/kinds/signature.ts';
import { textIn } from '../../columns/text-table.ts';
import { useRunOnce } from '../../run-once.ts';
import { SIGNATURE_TEXTS } from './signature-texts.ts';
import { MAX_POINTS, pathOf, pointIn, pointsOf, SIGNATURE_SIZE, signaturePicture, type Stroke } from './strokes.ts';
import './signature-control.css';

export interface SignatureControlProps {
  readonly field: RecordField;
  readonly id: string;
  readonly value: UploadedFile | null;
  readonly disabled: boolean;
  readonly invalid: boolean;
  /** Told whether something is drawn that is no signature yet, so that the form is not saved without it. */
  readonly onUnfinished: (unfinished: boolean) => void;
  readonly onChange: (value: UploadedFile | null) => void;
}

/** Characters of a name that is signed with. */
const MAX_NAME = 40;

/** A signature: drawn with a finger, a pen or a mouse, or typed as a name where somebody has none of them. */
export function Control({ field, id, value, disabled, invalid, onUnfinished, onChange }: SignatureControlProps) {
  const { files, http, language, toast } = usePlugin();
  const text = (key: keyof typeof SIGNATURE_TEXTS) => textIn(SIGNATURE_TEXTS[key], language);
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const [drawing, setDrawing] = useState(false);
  const [name, setName] = useState('');
  const { busy, run } = useRunOnce();
  const typed = name.trim();
  const unfinished = strokes.length > 0 || typed !== '';
  useEffect(() => onUnfinished(unfinished), [unfinished, onUnfinished]);

  const clear = () => {
    setStrokes([]);
    setName('');
  };
  const adopt = async () => {
    try {
      onChange(await files.upload(await signaturePicture(strokes, strokes.length > 0 ? '' : typed), { type: SIGNATURE_UPLOAD }));
      clear();
    } catch {
      toast.error(text('failed'));
    }
  };
  const point = (event: PointerEvent<SVGSVGElement>) => pointIn(event.currentTarget.getBoundingClientRect(), event.clientX, event.clientY);
  const start = (event: PointerEvent<SVGSVGElement>) => {
    if (event.button !== 0 || pointsOf(strokes) >= MAX_POINTS) return;
    event.preventDefault();
    // A line that leaves the field and comes back is one line.
    event.currentTarget.setPointerCapture?.(event.pointerId);
    setDrawing(true);
    setStrokes([...strokes, [point(event)]]);
  };
  const draw = (event: PointerEvent<SVGSVGElement>) => {
    if (!drawing) return;
    const to = point(event);
    setStrokes((before) => (pointsOf(before) >= MAX_POINTS ? before : [...before.slice(0, -1), [...(before.at(-1) ?? []), to]]));
  };

  if (value)
    return (
      <div className="nk-signature" data-invalid={invalid || undefined}>
        <img src={http.fileUrl(value.url)} alt={`${field.label[language]}: ${text('signed')}`} />
        {!disabled && (
          <div className="nk-signature-acts">
            <Button id={id} aria-label={text('again')} theme="light" onClick={() => onChange(null)}>
              {text('again')}
            </Button>
          </div>
        )}
      </div>
    );
  if (disabled) return <output id={id}>–</output>;
  const { width, height } = SIGNATURE_SIZE;
  return (
    <div className="nk-signature" data-invalid={invalid || undefined}>
      <svg
        className="nk-signature-pad"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${field.label[language]}: ${text('draw')}`}
        onPointerDown={start}
        onPointerMove={draw}
        onPointerUp={() => setDrawing(false)}
        onPointerCancel={() => setDrawing(false)}
      >
        {strokes.length === 0 && (
          <text x={width / 2} y={height / 2}>
            {text('draw')}
          </text>
        )}
        <path d={pathOf(strokes)} />
      </svg>
      <div className="nk-signature-acts">
        <Input
          id={id}
          value={name}
          maxLength={MAX_NAME}
          placeholder={text('name')}
          aria-label={text('name')}
          disabled={strokes.length > 0}
          onChange={setName}
        />
        <Button theme="solid" type="primary" disabled={!unfinished} loading={busy} onClick={() => void run(adopt)}>
          {text('adopt')}
        </Button>
        <Button theme="light" disabled={!unfinished} onClick={clear}>
          {text('clear')}
        </Button>
      </div>
    </div>
  );
}

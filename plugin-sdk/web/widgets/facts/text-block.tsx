import './blocks.css';

export interface TextBlockProps {
  /** Shown as it is; its line breaks are kept. */
  readonly text: string;
  /** Default `start`. */
  readonly align?: 'start' | 'center' | 'end';
  readonly strong?: boolean;
}

/** A fixed text between the fields of a form (spec 2.6). */
export const TextBlock = ({ text, align = 'start', strong = false }: TextBlockProps) => (
  <p className="nk-block" data-align={align}>
    {strong ? <strong>{text}</strong> : text}
  </p>
);

import { agoTimeText, formatInstant, listTimeText, recentTimeText, timeTextIn, toInstant } from '@nephra/plugin-sdk/contract';
import { usePlugin } from '@nephra/plugin-sdk/web';

export interface DateTextProps {
  /** Milliseconds; ten digits are seconds. Nothing = a dash. */
  readonly value: number | string | null | undefined;
  /** `dateTime`, `exact` (with seconds, for logs) and `date` are plain; `list`, `recent` and `ago` are the three spoken forms of spec 9. */
  readonly variant?: 'dateTime' | 'exact' | 'date' | 'month' | 'time' | 'list' | 'recent' | 'ago';
  /** The present, for spoken forms. Default: now, by the server's clock. */
  readonly now?: number;
}

const PATTERNS = { dateTime: 'yyyy-MM-dd HH:mm', exact: 'yyyy-MM-dd HH:mm:ss', date: 'yyyy-MM-dd', month: 'yyyy-MM', time: 'HH:mm' } as const;
const SPOKEN = { list: listTimeText, recent: recentTimeText, ago: agoTimeText } as const;

/** A time in Asia/Shanghai; spoken forms show the full time as tooltip. */
export function DateText({ value, variant = 'dateTime', now }: DateTextProps) {
  const { language, now: present } = usePlugin();
  if (value === null || value === undefined || value === '') return <span>–</span>;
  const instant = toInstant(value);
  if (!Number.isFinite(instant)) return <span>–</span>;
  const iso = new Date(instant).toISOString();
  if (variant === 'list' || variant === 'recent' || variant === 'ago') {
    return (
      <time dateTime={iso} title={formatInstant(instant)}>
        {timeTextIn(language, SPOKEN[variant](instant, now ?? present()))}
      </time>
    );
  }
  return <time dateTime={iso}>{formatInstant(instant, PATTERNS[variant])}</time>;
}

/** Looks at how much is written meanwhile, until its end. */
export interface GrowthWatch {
  /** It was cancelled: the error of its statement means that. */
  readonly hasCancelled: boolean;
  end(): void;
}

const LOOK_MS = 250;

/**
 * @param hasGrown whether it is more than there may be; does not reject
 * @param cancel has the statement that grows ended, and waits for nothing: its error may come at once, and must be known then. @returns false: nothing could be ended
 */
export function startGrowthWatch({ hasGrown, cancel }: { hasGrown(): Promise<boolean>; cancel(): boolean }): GrowthWatch {
  let hasCancelled = false;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<void> => {
    const isTooMuch = await hasGrown();
    if (isOver) return;
    if (isTooMuch && cancel()) hasCancelled = true;
    again();
  };
  const again = (): void => {
    if (!isOver) timer = setTimeout(() => void look(), LOOK_MS).unref();
  };
  again();
  return {
    get hasCancelled() {
      return hasCancelled;
    },
    end: () => {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

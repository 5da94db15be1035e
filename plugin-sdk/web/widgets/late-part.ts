import { useEffect, useState } from 'react';

/**
 * A module that is fetched when somebody first needs it. Unlike `lazy`, one that is here already is drawn at once: React shows what
 * was lazy only after a pause, and a dialog whose code was fetched beforehand would wait for nothing.
 */
export class LatePart<Module extends object> {
  here: Module | undefined;
  private coming: Promise<Module> | undefined;
  private readonly load: () => Promise<Module>;

  constructor(load: () => Promise<Module>) {
    this.load = load;
  }

  /** For what is likely to be needed soon. A failure is told to who draws it. */
  readonly preload = (): void => void this.fetch().catch(() => undefined);

  /** One fetching at a time; after a failure the next one tries again. */
  fetch(): Promise<Module> {
    this.coming ??= this.load().then(
      (module) => {
        this.here = module;
        return module;
      },
      (error: unknown) => {
        this.coming = undefined;
        throw error;
      },
    );
    return this.coming;
  }
}

/** The module, undefined while it is on its way. @throws what the fetching threw, for the error boundary around */
export function useLatePart<Module extends object>(part: LatePart<Module>): Module | undefined {
  const [seen, setSeen] = useState<{ readonly module?: Module; readonly error?: unknown }>({ module: part.here });
  useEffect(() => {
    if (seen.module !== undefined) return undefined;
    let wanted = true;
    part.fetch().then(
      (module) => wanted && setSeen({ module }),
      (error: unknown) => wanted && setSeen({ error }),
    );
    return () => {
      wanted = false;
    };
  }, [part, seen.module]);
  if (seen.error !== undefined) throw seen.error;
  return seen.module;
}

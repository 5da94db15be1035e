const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.6, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

function Sign({ d }: { readonly d: string }) {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" {...line}>
      <path d={d} />
    </svg>
  );
}

export const UserSign = () => <Sign d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.5" />;
export const LockSign = () => <Sign d="M7 10.5V8a5 5 0 0 1 10 0v2.5M5.5 10.5h13v9h-13zM12 14v2.5" />;
export const ShieldSign = () => <Sign d="M12 3.5 19 6v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6zM9 12l2.2 2.2L15.2 10" />;
export const PhoneSign = () => <Sign d="M8 3.5h8a1 1 0 0 1 1 1v15a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1ZM11 17.5h2" />;
export const EyeSign = () => <Sign d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6Z" />;
export const EyeOffSign = () => (
  <Sign d="M4 4l16 16M9.9 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-3 3.7M6.2 7.5A15 15 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 3.7-.8M10 10a2.8 2.8 0 0 0 4 4" />
);
export const GlobeSign = () => (
  <Sign d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3.5 12h17M12 3c2.5 2.5 3.8 5.5 3.8 9S14.5 18.5 12 21c-2.5-2.5-3.8-5.5-3.8-9S9.5 5.5 12 3Z" />
);

/** Our mark: a kidney inside a drop. */
export function Mark({ size }: { readonly size: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <path fill="currentColor" d="M16 1.5c6 6.8 10.8 12.4 10.8 18.2a10.8 10.8 0 0 1-21.6 0C5.2 13.9 10 8.3 16 1.5Z" />
      <path
        fill="#fff"
        d="M18.6 11.7c-4 0-7 3.3-7 7.4 0 3.9 2 6.7 4.5 6.7 1.8 0 2.8-1.2 2.4-2.7-.4-1.2-1.5-1.7-1.5-3.1 0-1.3.9-1.9 2.2-2.2 1.3-.4 2.3-1.2 2.3-2.7 0-1.9-1.2-3.4-2.9-3.4Z"
      />
    </svg>
  );
}

/** Calm picture of the left half: a drop on its way through waves. */
export function Illustration() {
  return (
    <svg className="lg-picture" viewBox="0 0 520 420" aria-hidden="true" preserveAspectRatio="xMidYMax slice">
      <defs>
        <linearGradient id="lg-drop" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#fff" stopOpacity="0.95" />
          <stop offset="1" stopColor="#bfe0f7" stopOpacity="0.75" />
        </linearGradient>
      </defs>
      <g fill="none" stroke="#fff" strokeLinecap="round">
        <circle cx="260" cy="178" r="150" strokeOpacity="0.1" strokeWidth="1.5" />
        <circle cx="260" cy="178" r="118" strokeOpacity="0.16" strokeWidth="1.5" />
        <path d="M20 178h52l12-20 20 52 22-86 18 64 8-10h28M348 178h152" strokeOpacity="0.35" strokeWidth="2.5" strokeLinejoin="round" />
      </g>
      <path fill="url(#lg-drop)" d="M260 62c44 50 80 91 80 134a80 80 0 0 1-160 0c0-43 36-84 80-134Z" />
      <path
        fill="#2b7fc0"
        fillOpacity="0.85"
        d="M280 138c-30 0-52 25-52 55 0 29 15 50 34 50 13 0 21-9 18-20-3-9-11-13-11-23 0-10 6-14 16-17 10-3 17-9 17-20 0-14-9-25-22-25Z"
      />
      <g fill="#fff">
        <path fillOpacity="0.1" d="M0 332c70-34 130-34 200-8s140 26 210-4 90-14 110-6v106H0Z" />
        <path fillOpacity="0.12" d="M0 366c80-26 150-18 220 2s150 14 210-8 70-6 90 0v60H0Z" />
      </g>
    </svg>
  );
}

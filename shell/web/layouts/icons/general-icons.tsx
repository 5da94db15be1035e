import { Outline } from './outline.tsx';

export const PageIcon = () => (
  <Outline>
    <path d="M5.5 3H14l4.5 4.5V21h-13ZM9 12h6M9 16h6" />
  </Outline>
);

export const RecordIcon = () => (
  <Outline>
    <rect x="4" y="3" width="16" height="18" rx="2" />
    <path d="M8 8h8M8 12h8M8 16h5" />
  </Outline>
);

export const PriceIcon = () => (
  <Outline>
    <path d="M11.5 3.5h9v9L12 21l-9-9Z" />
    <path d="M16.4 7.6h.01" />
  </Outline>
);

export const StockIcon = () => (
  <Outline>
    <path d="m12 3 8 4v10l-8 4-8-4V7ZM4 7l8 4 8-4M12 11v10" />
  </Outline>
);

export const UsersIcon = () => (
  <Outline>
    <circle cx="9" cy="8" r="3.3" />
    <path d="M3 20c0-3.5 2.4-5.6 6-5.6s6 2.1 6 5.6M15.5 5.2a3.3 3.3 0 0 1 0 5.6M17.5 14.8c2.2.7 3.5 2.5 3.5 5.2" />
  </Outline>
);

export const PluginIcon = () => (
  <Outline>
    <path d="M5 6h5.2V5a1.8 1.8 0 0 1 3.6 0v1H18v4.2h1a1.8 1.8 0 0 1 0 3.6h-1V20H5v-4.5h1a1.7 1.7 0 0 0 0-3.4H5Z" />
  </Outline>
);

export const ApiIcon = () => (
  <Outline>
    <rect x="3" y="4" width="18" height="16" rx="2" />
    <path d="m7 9 3 3-3 3M12.5 15.5H17" />
  </Outline>
);

export const PrintIcon = () => (
  <Outline>
    <path d="M7 8V3h10v5M7 17H4V8h16v9h-3M7 14h10v7H7Z" />
  </Outline>
);

export const LaunchIcon = () => (
  <Outline>
    <circle cx="12" cy="12" r="9" />
    <path d="m10 8.5 5.5 3.5-5.5 3.5Z" />
  </Outline>
);

export const ExportIcon = () => (
  <Outline>
    <path d="M12 15V4M8 7.5l4-4 4 4M4 14v6h16v-6" />
  </Outline>
);

export const BigScreenIcon = () => (
  <Outline>
    <rect x="2.5" y="4" width="19" height="12" rx="1.5" />
    <path d="M8 20.5h8M12 16v4.5M7 12l3-3 2.5 2 4-4" />
  </Outline>
);

export const PhoneIcon = () => (
  <Outline>
    <rect x="7" y="2.5" width="10" height="19" rx="2" />
    <path d="M11 18.5h2" />
  </Outline>
);

export const GlobeIcon = () => (
  <Outline>
    <circle cx="12" cy="12" r="9" />
    <path d="M3 12h18M12 3c2.5 2.6 3.8 5.6 3.8 9s-1.3 6.4-3.8 9c-2.5-2.6-3.8-5.6-3.8-9S9.5 5.6 12 3Z" />
  </Outline>
);

export const DatabaseIcon = () => (
  <Outline>
    <ellipse cx="12" cy="5.5" rx="7.5" ry="2.5" />
    <path d="M4.5 5.5v13c0 1.4 3.4 2.5 7.5 2.5s7.5-1.1 7.5-2.5v-13M4.5 12c0 1.4 3.4 2.5 7.5 2.5s7.5-1.1 7.5-2.5" />
  </Outline>
);

import { Outline } from './outline.tsx';

export const KidneyIcon = () => (
  <Outline>
    <path d="M14.6 3.2C10.3 3.2 6.4 7 6.4 12.2c0 5 2.6 8.6 5.7 8.6 2.3 0 3.4-1.6 2.9-3.4-.5-1.6-2.2-2.4-2.2-4.4 0-1.9 1.3-2.6 2.9-3.1 1.7-.4 3.1-1.4 3.1-3.3 0-1.9-1.7-3.4-4.2-3.4Z" />
  </Outline>
);

export const DialysisIcon = () => (
  <Outline>
    <path d="M12 3s6.3 6.4 6.3 11a6.3 6.3 0 0 1-12.6 0C5.7 9.4 12 3 12 3Z" />
    <path d="M9.3 14.3A2.8 2.8 0 0 0 12 17" />
  </Outline>
);

export const PatientIcon = () => (
  <Outline>
    <circle cx="10" cy="7.3" r="3.8" />
    <path d="M3.5 20.5c0-3.9 2.6-6.2 6.5-6.2 1.3 0 2.4.2 3.4.7" />
    <path d="M18 14.5v6M15 17.5h6" />
  </Outline>
);

export const DoctorIcon = () => (
  <Outline>
    <path d="M4.5 3.5v5a4.5 4.5 0 0 0 9 0v-5" />
    <path d="M9 13v2.5a5 5 0 0 0 10 0V13" />
    <circle cx="19" cy="11" r="2" />
  </Outline>
);

export const NurseIcon = () => (
  <Outline>
    <path d="M6.8 4.4 12 3l5.2 1.4L16.3 9H7.7Z" />
    <path d="M8 9v2.2a4 4 0 0 0 8 0V9" />
    <path d="M4 21c.3-3.4 3.2-5.3 8-5.3s7.7 1.9 8 5.3" />
  </Outline>
);

export const WardIcon = () => (
  <Outline>
    <path d="M3 6v13M3 15.5h18V19M21 15.5V13a3.5 3.5 0 0 0-3.5-3.5H11v6" />
    <circle cx="7" cy="11.3" r="1.7" />
  </Outline>
);

export const PrescriptionIcon = () => (
  <Outline>
    <path d="M5 3h10l4 4v14H5Z" />
    <path d="M9 16.5v-7h2.8a1.9 1.9 0 0 1 0 3.8H9M11.6 13.3l3.6 4.2M15.2 13.8l-3 3.7" />
  </Outline>
);

export const PharmacyIcon = () => (
  <Outline>
    <path d="M4 10h16c0 4.2-2.2 7.2-5.3 8.3V21H9.3v-2.7C6.2 17.2 4 14.2 4 10Z" />
    <path d="M12.5 10 17.5 3" />
  </Outline>
);

export const DrugIcon = () => (
  <Outline>
    <g transform="rotate(-45 12 12)">
      <rect x="2.5" y="8" width="19" height="8" rx="4" />
      <path d="M12 8v8" />
    </g>
  </Outline>
);

export const InjectionIcon = () => (
  <Outline>
    <g transform="rotate(45 12 12)">
      <rect x="9" y="6.5" width="6" height="9.5" rx="1" />
      <path d="M12 6.5V2M9.5 2h5M12 16v6M9 11h2.5" />
    </g>
  </Outline>
);

export const MaterialIcon = () => (
  <Outline>
    <g transform="rotate(-45 12 12)">
      <rect x="2.5" y="8" width="19" height="8" rx="4" />
      <path d="M8.8 8v8M15.2 8v8M12 11v.01M12 13.2v.01" />
    </g>
  </Outline>
);

export const LabIcon = () => (
  <Outline>
    <path d="M9 3h6M10 3v6L5 18.4A1.75 1.75 0 0 0 6.55 21h10.9A1.75 1.75 0 0 0 19 18.4L14 9V3" />
    <path d="M7.6 15h8.8" />
  </Outline>
);

export const DiagnosisIcon = () => (
  <Outline>
    <path d="M8.5 4.5H5V21h14V4.5h-3.5" />
    <path d="M8.5 3h7v3.5h-7ZM12 10.5v6M9 13.5h6" />
  </Outline>
);

export const VitalSignsIcon = () => (
  <Outline>
    <path d="M2.5 12.5h4l2.3-6 4.2 12 2.6-7.5 1.1 1.5h4.8" />
  </Outline>
);

export const InsuranceIcon = () => (
  <Outline>
    <path d="m12 3 7.5 2.7v5.6c0 4.5-2.9 7.9-7.5 9.7-4.6-1.8-7.5-5.2-7.5-9.7V5.7Z" />
    <path d="M12 8.5v6M9 11.5h6" />
  </Outline>
);

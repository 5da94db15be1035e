import { useKitText } from '../kit-text.ts';
import { MenuLink } from '../menu/menu-link.tsx';

export interface PatientLinkProps {
  readonly patientId: string;
  readonly name: string;
  /** Closes the drawer that it stands in, which would lie over the file. */
  readonly onFollow?: () => void;
}

/** A patient's name that leads to the file; plain text for whoever may not open files. */
export function PatientLink({ patientId, name, onFollow }: PatientLinkProps) {
  const text = useKitText();
  return (
    <MenuLink menu="his.patient" query={{ patientId }} label={text('patientFile', { name })} onFollow={onFollow}>
      {name}
    </MenuLink>
  );
}

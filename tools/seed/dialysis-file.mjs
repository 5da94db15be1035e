import { FACILITIES } from './staff.mjs';

/** What the dialysis files of the demo begin with: the plans that patients have already, so that days, shifts and beds stay what other demo data goes by. */
export function buildDialysisFiles({ patients }, { users }) {
  const first = (orgId, role) => users.find((user) => user.orgId === orgId && user.roles.includes(role)) ?? { id: '', realName: '' };
  return {
    patients: patients
      .filter(({ dialysis }) => dialysis !== null)
      .map(({ patientId, orgId, patientName, patientSex, infectedHistory, infectionCheckedDaysAgo, dialysis }) => ({
        patientId,
        orgId,
        patientName,
        patientSex,
        infected: infectedHistory,
        checkedDaysAgo: infectionCheckedDaysAgo,
        mode: dialysis.mode,
        weekdays: dialysis.weekdays,
        classId: dialysis.classId,
        firstDate: dialysis.firstDate,
        dryWeight: dialysis.dryWeight,
        access: dialysis.access,
      })),
    staff: FACILITIES.map((orgId) => {
      const [doctor, nurse] = [first(orgId, 'doctor'), first(orgId, 'nurse')];
      return { orgId, doctorId: doctor.id, doctorName: doctor.realName, nurseId: nurse.id, nurseName: nurse.realName };
    }),
  };
}

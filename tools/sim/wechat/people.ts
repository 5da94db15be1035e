/** Somebody in the simulated WeChat work account. */
export interface SimMember {
  readonly userid: string;
  readonly name: string;
  readonly mobile: string;
  /** 1 active, 2 disabled there, 4 not yet activated. */
  readonly status: 1 | 2 | 4;
  readonly department: readonly number[];
  /** Agreed that apps are told name and mobile number; of the others an app is told the id in place of the name. */
  readonly consent: boolean;
  /** False: without a licence for the interface, or it is over; apps reach such a one no more. Left out: there is one. */
  readonly licensed?: boolean;
}

export interface SimDepartment {
  readonly id: number;
  readonly name: string;
  readonly parentid: number;
  readonly order: number;
}

const member = (userid: string, name: string, mobile: string, department: readonly number[], consent = false): SimMember => ({
  ...{ userid: `SIM.${userid}`, name: `SIM ${name}`, mobile, department, status: 1, consent },
});

/** Made up; the first five are bound to the demo accounts of the same name. The clerk has the mobile number of that account, and the last one is known to nobody. */
export const SIM_MEMBERS: readonly SimMember[] = [
  member('admin', '管理员', '13900000001', [1]),
  member('doctor', '医生', '13900000002', [2]),
  member('nurse', '护士', '13900000003', [3]),
  member('pharmacist', '药师', '13900000004', [4]),
  member('cashier', '收费员', '13900000005', [1]),
  member('clerk', '医保专员', '19900009006', [1], true),
  member('stranger', '外来人员', '13900000099', [3], true),
];

export const SIM_DEPARTMENTS: readonly SimDepartment[] = [
  { id: 1, name: 'SIM 透析中心', parentid: 0, order: 100 },
  { id: 2, name: 'SIM 医疗组', parentid: 1, order: 90 },
  { id: 3, name: 'SIM 护理组', parentid: 1, order: 80 },
  { id: 4, name: 'SIM 药房', parentid: 1, order: 70 },
];

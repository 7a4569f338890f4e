// The roles in words; what each may do is the API's (api/staff/permissions.go).
import type { StaffRole } from '../types/wire.gen';

export const roleNames: Record<StaffRole, string> = {
  organiser: 'Organiser',
  treasurer: 'Treasurer',
  registrar: 'Registrar',
  gate: 'Gate',
  viewer: 'Viewer',
};

export const roleTells: Record<StaffRole, string> = {
  organiser: 'Everything, staff and sales included',
  treasurer: 'Money: refunds, bank transfers, exports; sees every registration',
  registrar: 'People: corrects, resends, transfers, voids, registers guests; moves no money',
  gate: 'The gate: who is inside, devices',
  viewer: 'Looks at counts and lists, without contact data; changes nothing',
};

/** A role in words; one that the log alone still knows stands as it is. */
export const roleName = (role: string): string => roleNames[role as StaffRole] ?? role;

/** The roles and something of each, in their order. */
export const rolesOf = <T>(table: Record<StaffRole, T>) => Object.entries(table) as [StaffRole, T][];

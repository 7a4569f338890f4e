// The roles in words; what each may do is the API's (api/staff/permissions.go).
export const roleNames: Record<string, string> = {
  organiser: 'Organiser',
  treasurer: 'Treasurer',
  registrar: 'Registrar',
  gate: 'Gate',
  viewer: 'Viewer',
};

export const roleTells: Record<string, string> = {
  organiser: 'Everything, staff and sales included',
  treasurer: 'Money: refunds, bank transfers, exports; sees every registration',
  registrar: 'People: corrects, resends, transfers, voids, registers guests; moves no money',
  gate: 'The gate: who is inside, devices',
  viewer: 'Looks at counts and lists, without contact data; changes nothing',
};

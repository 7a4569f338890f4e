// Every room of the desk on one screen: its address below /desk, its sheet, who sees it, and its page.
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { matchPath } from 'react-router';
import type { Permission } from '../types/wire.gen';

export interface Room {
  /** Below /desk; a parameter is ":id". */
  path: string;
  sheet: string;
  title: string;
  /** The permission without which nobody finds the room; none for all who have signed in. */
  permission?: Permission;
  /** The letter that opens it after "g"; none for rooms that are reached from others. */
  key?: string;
  Page: LazyExoticComponent<ComponentType>;
}

export const rooms: Room[] = [
  {
    path: '/',
    sheet: 'D-01',
    title: 'Today',
    permission: 'today.view',
    key: 't',
    Page: lazy(() => import('./pages/overview')),
  },
  {
    path: '/people',
    sheet: 'D-02',
    title: 'People',
    permission: 'people.view',
    key: 'p',
    Page: lazy(() => import('./pages/registrations')),
  },
  {
    path: '/registration/:id',
    sheet: 'D-03',
    title: 'Registration',
    permission: 'people.view',
    Page: lazy(() => import('./pages/registration')),
  },
  {
    path: '/add',
    sheet: 'D-04',
    title: 'Add',
    permission: 'add.link',
    key: 'a',
    Page: lazy(() => import('./pages/new-registration')),
  },
  {
    path: '/tasks',
    sheet: 'D-05',
    title: 'Tasks',
    permission: 'tasks.view',
    key: 'k',
    Page: lazy(() => import('./pages/tasks')),
  },
  {
    path: '/staff',
    sheet: 'D-06',
    title: 'Staff',
    permission: 'staff.view',
    key: 's',
    Page: lazy(() => import('./pages/staff')),
  },
  { path: '/acts', sheet: 'D-07', title: 'Acts', key: 'l', Page: lazy(() => import('./pages/activity-log')) },
  {
    path: '/sales',
    sheet: 'D-08',
    title: 'Sales',
    permission: 'sales.pause',
    key: 'v',
    Page: lazy(() => import('./pages/sales')),
  },
  {
    path: '/gate',
    sheet: 'D-09',
    title: 'Gate',
    permission: 'gate.view',
    key: 'e',
    Page: lazy(() => import('./pages/check-in')),
  },
];

/** Whether these permissions open the room at this path; what is no room stays what it is. */
export function maySee(path: string, permissions: Permission[]): boolean {
  const room = rooms.find((one) => matchPath(one.path, path));
  return !room?.permission || permissions.includes(room.permission);
}

/** Where somebody begins who may do this: the sheets in their order, what one looks at daily before the log. */
export function firstRoom(permissions: Permission[]): string {
  const seen = roomsFor(permissions);
  return (seen.find(({ permission }) => permission) ?? seen[0])?.path ?? '/acts';
}

/** The rooms that stand in the index, for these permissions. */
export const roomsFor = (permissions: Permission[]): Room[] =>
  rooms.filter(({ key, permission }) => key && (!permission || permissions.includes(permission)));

// Every page of the desk: its address below /desk, its number, who sees it, and its component.
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { matchPath } from 'react-router';
import type { Permission } from '../types/wire.gen';
import * as texts from './texts';

export interface DeskPageEntry {
  /** Below /desk; a parameter is ":id". */
  path: string;
  number: string;
  title: string;
  /** The permission that the page needs; none for a page that every member sees. */
  permission?: Permission;
  /** The key that opens it after "g"; none for a page that is not in the menu. */
  key?: string;
  Page: LazyExoticComponent<ComponentType>;
}

export const pages: DeskPageEntry[] = [
  {
    path: '/',
    number: 'D-01',
    title: texts.overview,
    permission: 'today.view',
    key: 't',
    Page: lazy(() => import('./pages/overview')),
  },
  {
    path: '/people',
    number: 'D-02',
    title: texts.registrations,
    permission: 'people.view',
    key: 'p',
    Page: lazy(() => import('./pages/registrations')),
  },
  {
    path: '/registration/:id',
    number: 'D-03',
    title: texts.registration,
    permission: 'people.view',
    Page: lazy(() => import('./pages/registration')),
  },
  {
    path: '/add',
    number: 'D-04',
    title: texts.newRegistration,
    permission: 'add.link',
    key: 'a',
    Page: lazy(() => import('./pages/new-registration')),
  },
  {
    path: '/tasks',
    number: 'D-05',
    title: texts.tasks,
    permission: 'tasks.view',
    key: 'k',
    Page: lazy(() => import('./pages/tasks')),
  },
  {
    path: '/staff',
    number: 'D-06',
    title: texts.staff,
    permission: 'staff.view',
    key: 's',
    Page: lazy(() => import('./pages/staff')),
  },
  {
    path: '/acts',
    number: 'D-07',
    title: texts.activityLog,
    key: 'l',
    Page: lazy(() => import('./pages/activity-log')),
  },
  {
    path: '/sales',
    number: 'D-08',
    title: texts.sales,
    permission: 'sales.pause',
    key: 'v',
    Page: lazy(() => import('./pages/sales')),
  },
  {
    path: '/gate',
    number: 'D-09',
    title: texts.checkIn,
    permission: 'gate.view',
    key: 'e',
    Page: lazy(() => import('./pages/check-in')),
  },
];

/** Whether these permissions open the page at this path. An unknown path is open: it shows that there is no page. */
export function maySee(path: string, permissions: Permission[]): boolean {
  const permission = pageAt(path)?.permission;
  return !permission || permissions.includes(permission);
}

export const pageAt = (path: string): DeskPageEntry | undefined => pages.find((page) => matchPath(page.path, path));

/** The first page in the menu that needs a permission, so that nobody starts in the activity log without need. */
export function firstPage(permissions: Permission[]): string {
  const seen = pagesFor(permissions);
  return (seen.find(({ permission }) => permission) ?? seen[0])?.path ?? '/acts';
}

/** The pages in the menu, for these permissions. */
export const pagesFor = (permissions: Permission[]): DeskPageEntry[] =>
  pages.filter(({ key, permission }) => key && (!permission || permissions.includes(permission)));

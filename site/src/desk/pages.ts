import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { matchPath } from 'react-router';
import { registration } from '../content';
import type { Permission } from '../types/wire.gen';
import * as texts from './texts';

export interface DeskPageEntry {
  /** The path below /desk; a parameter is ":id". */
  path: string;
  number: string;
  title: string;
  /** The permission that the page needs; undefined for a page that every member sees. */
  permission: Permission | undefined;
  /** The key that opens the page after "g"; "" for a page that is not in the menu. */
  key: string;
  Page: LazyExoticComponent<ComponentType>;
  load: () => Promise<unknown>;
}

const page = (
  path: string,
  number: string,
  title: string,
  permission: Permission | undefined,
  key: string,
  load: () => Promise<{ default: ComponentType }>,
): DeskPageEntry => ({ path, number, title, permission, key, Page: lazy(load), load });

const { id_document, fields } = registration;

/** Whether the content asks for an identity document or a membership number, which staff check. */
export const checksPeople = fields.some(
  ({ name }) => name === 'membership_no' || (name === 'aadharUrl' && id_document.mode !== 'off'),
);

export const pages: DeskPageEntry[] = [
  page('/', 'D-01', texts.overview, 'overview.view', 't', () => import('./pages/overview')),
  page('/registrations', 'D-02', texts.registrations, 'registrations.view', 'p', () => import('./pages/registrations')),
  page('/registration/:id', 'D-03', texts.registration, 'registrations.view', '', () => import('./pages/registration')),
  page('/add', 'D-04', texts.newRegistration, 'add.link', 'a', () => import('./pages/new-registration')),
  page('/tasks', 'D-05', texts.tasks, 'tasks.view', 'k', () => import('./pages/tasks')),
  page('/staff', 'D-06', texts.staff, 'staff.view', 's', () => import('./pages/staff')),
  page('/activity-log', 'D-07', texts.activityLog, undefined, 'l', () => import('./pages/activity-log')),
  page('/sales', 'D-08', texts.sales, 'sales.pause', 'v', () => import('./pages/sales')),
  page('/gate', 'D-09', texts.checkIn, 'gate.view', 'e', () => import('./pages/check-in')),
  page('/badges', 'D-10', texts.badges, 'badges', 'b', () => import('./pages/badges')),
  page('/document/:id', 'D-11', texts.document, 'money.view', '', () => import('./pages/document')),
  page('/document-check', 'D-12', texts.documentCheck, 'document.check', 'd', () => import('./pages/document-check')),
  page('/reconciliation', 'D-13', texts.reconciliation, 'money.view', '', () => import('./pages/reconciliation')),
].filter(({ path }) => checksPeople || path !== '/document-check');

/** An unknown path is allowed: it shows the not-found page. */
export function maySee(path: string, permissions: Permission[]): boolean {
  const permission = pageAt(path)?.permission;
  return !permission || permissions.includes(permission);
}

export const pageAt = (path: string): DeskPageEntry | undefined => pages.find((page) => matchPath(page.path, path));

/** Where a member starts: the first page in the menu that needs a permission; if there is none, the activity log. */
export function firstPage(permissions: Permission[]): string {
  const seen = pagesFor(permissions);
  return (seen.find(({ permission }) => permission) ?? seen[0])?.path ?? '/activity-log';
}

/** The pages in the menu, for these permissions. */
export const pagesFor = (permissions: Permission[]): DeskPageEntry[] =>
  pages.filter(({ key, permission }) => key && (!permission || permissions.includes(permission)));

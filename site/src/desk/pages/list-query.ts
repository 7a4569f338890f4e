// How the address of the list changes. Whatever changes what is listed begins at the first page again.
function changed(query: string, change: (params: URLSearchParams) => void): string {
  const params = new URLSearchParams(query);
  params.delete('page');
  change(params);
  return params.toString();
}

const set = (params: URLSearchParams, name: string, value: string) =>
  value ? params.set(name, value) : params.delete(name);

export const withChoice = (query: string, name: string, value: string): string =>
  value === '+' ? query : changed(query, (params) => set(params, name, value));

export const withDay = (query: string, name: string, value: string): string =>
  changed(query, (params) => set(params, name, value));

export const withText = (query: string, text: string): string => changed(query, (params) => set(params, 'q', text));

export const withSort = (query: string, by: string, down: boolean): string =>
  changed(query, (params) => {
    params.set('sort', by);
    set(params, 'dir', down ? 'desc' : '');
  });

export const paged = (query: string, page: number): string =>
  changed(query, (params) => set(params, 'page', page > 1 ? String(page) : ''));

/** The list behind an amount: those of the figure's list whose money it is; a list that names this already stays. */
export function narrowed(query: string, name: string, values: string[]): string {
  const params = new URLSearchParams(query);
  if (!params.has(name)) for (const value of values) params.append(name, value);
  return params.toString();
}

/** The list of those of whose money something went back, in whichever state they are: so it adds up to the figure. */
export function wentBack(query: string): string {
  const params = new URLSearchParams(query);
  if (!params.getAll('flag').includes('went-back')) params.append('flag', 'went-back');
  return params.toString();
}

/** The columns that are shown; undefined for the usual ones. */
export const columnsOf = (query: string): string[] | undefined => new URLSearchParams(query).get('show')?.split(',');

/** Which columns are shown is the page's own matter: the rest of the address is what is asked. */
export function askedOf(query: string): string {
  const params = new URLSearchParams(query);
  params.delete('show');
  return params.toString();
}

export function withColumns(query: string, names: string[]): string {
  const params = new URLSearchParams(query);
  set(params, 'show', names.join(','));
  return params.toString();
}

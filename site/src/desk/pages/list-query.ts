// Returns the list's query after a change, for the first page unless the change is to another page.
function changed(query: string, change: Record<string, string>): string {
  const params = new URLSearchParams(query);
  params.delete('page');
  for (const [name, value] of Object.entries(change)) {
    if (value) params.set(name, value);
    else params.delete(name);
  }
  return params.toString();
}

/** Sets one filter; the empty value removes it. */
export const withValue = (query: string, name: string, value: string): string => changed(query, { [name]: value });

export const withSort = (query: string, by: string, down: boolean): string =>
  changed(query, { sort: by, dir: down ? 'desc' : '' });

export const paged = (query: string, page: number): string => changed(query, { page: page > 1 ? String(page) : '' });

/** Limits the list to registrations with a refund, whatever the refund's state. */
export function withRefunds(query: string): string {
  const params = new URLSearchParams(query);
  if (!params.getAll('flag').includes('refunded')) params.append('flag', 'refunded');
  return params.toString();
}

/** The columns to show; undefined for the usual ones. */
export const columnsOf = (query: string): string[] | undefined => new URLSearchParams(query).get('show')?.split(',');

/** The query without the columns, which the API does not need to know. */
export const askedOf = (query: string): string => {
  const params = new URLSearchParams(query);
  params.delete('show');
  return params.toString();
};

/** Shows these columns, on the same page of the list. */
export function withColumns(query: string, names: string[]): string {
  const params = new URLSearchParams(query);
  params.set('show', names.join(','));
  if (names.length === 0) params.delete('show');
  return params.toString();
}

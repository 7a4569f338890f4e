// The next person's photo is loaded in advance, but not the document, because each request is logged as a view.
import { useEffect, useRef, useState } from 'react';
import type { DeskCheck } from '../../types/wire.gen';
import { pictureOf } from '../call';
import type { DocumentKey } from './key-file';

export interface Loaded {
  /** The blob address; missing if the picture could not be loaded or opened. */
  url?: string;
  /** The key does not open this document. */
  unreadable?: boolean;
}

export const photoName = ({ id }: DeskCheck) => `photo ${id}`;
export const documentName = ({ id, version }: DeskCheck) => `open ${id} ${version}`;

/** Returns the pictures, and a function that tries again to load those that were not loaded. */
export function usePictures(
  people: DeskCheck[],
  key: DocumentKey | undefined,
): [ReadonlyMap<string, Loaded>, () => void] {
  const [tries, setTries] = useState(0);
  const [shown, setShown] = useState<ReadonlyMap<string, Loaded>>(new Map());
  const loading = useRef(new Map<string, Promise<Loaded>>());
  const wanted = people
    .flatMap((one, at) => [one.has_photo && photoName(one), at === 0 && key && one.has_document && documentName(one)])
    .filter(Boolean)
    .join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try loads the missing pictures
  useEffect(() => {
    let isOver = false;
    const names = wanted.split('\n').filter(Boolean);
    drop(loading.current, (name) => !names.includes(name));
    const load = async () => {
      const ready = new Map<string, Loaded>();
      // One after another, so that the passkey is requested only once.
      for (const name of names) {
        if (isOver) return;
        const picture = loading.current.get(name) ?? loadPicture(name, key);
        loading.current.set(name, picture);
        const loaded = await picture;
        if (!loaded.url && !loaded.unreadable) loading.current.delete(name);
        ready.set(name, loaded);
        if (!isOver) setShown(new Map(ready));
      }
    };
    void load();
    return () => {
      isOver = true;
    };
  }, [wanted, key, tries]);
  useEffect(() => () => drop(loading.current, () => true), []);
  return [shown, () => setTries((before) => before + 1)];
}

function drop(loading: Map<string, Promise<Loaded>>, isOver: (name: string) => boolean): void {
  for (const [name, picture] of loading) {
    if (!isOver(name)) continue;
    loading.delete(name);
    void picture.then(({ url }) => url && URL.revokeObjectURL(url));
  }
}

async function loadPicture(name: string, key: DocumentKey | undefined): Promise<Loaded> {
  const [kind, id] = name.split(' ');
  const received = await pictureOf(`documents/${kind}`, id!);
  if (!received) return {};
  if (kind === 'photo' || !key) return { url: URL.createObjectURL(received) };
  try {
    const picture = await key.open(new Uint8Array(await received.arrayBuffer()));
    return { url: URL.createObjectURL(new Blob([picture as BlobPart], { type: 'image/jpeg' })) };
  } catch {
    return { unreadable: true };
  }
}

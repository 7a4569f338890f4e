import { type ComponentType, createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';

/** Brings an island's element to life with the props that it was rendered with. */
export function hydrateIsland<P extends object>(name: string, component: ComponentType<P>) {
  return (element: HTMLElement, props: P) => {
    hydrateRoot(element, createElement(component, props), { identifierPrefix: name });
  };
}

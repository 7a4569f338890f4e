/** The site's public address without a slash at the end (SITE_URL at build time). */
declare const __SITE_URL__: string;

// content.ts gives the generated files their types.
declare module '*.json' {
  const value: unknown;
  export default value;
}

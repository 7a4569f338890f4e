/** SITE_URL at build time, without a slash at the end. */
declare const __SITE_URL__: string;

// The types of the generated files are in content.ts.
declare module '*.json' {
  const value: unknown;
  export default value;
}

// Lists the parts of a release as CycloneDX 1.5, from the modules in the built program and the site's lock file:
//   go version -m -json bin/transom | node deploy/sbom.mjs VERSION > transom.cdx.json
import { readFileSync } from 'node:fs';

const program = JSON.parse(readFileSync(0, 'utf8'));
const { packages } = JSON.parse(readFileSync(new URL('../site/package-lock.json', import.meta.url), 'utf8'));

const part = (type, name, version, more) => ({
  'bom-ref': `pkg:${type}/${name}@${version}`,
  type: 'library',
  name,
  version,
  purl: `pkg:${type}/${name.replace(/^@/, '%40')}@${version}`,
  ...more,
});

const components = [
  part('golang', 'stdlib', program.GoVersion.replace(/^go/, '')),
  ...program.Deps.map((m) => part('golang', m.Path, m.Version)),
  // Packages needed only to build or test the site are optional, including the fonts, which the pages contain.
  ...Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, p]) => part('npm', path.replace(/^.*node_modules\//, ''), p.version, { scope: p.dev ? 'optional' : 'required' })),
];

const once = [...new Map(components.map((c) => [c['bom-ref'], c])).values()];
const component = { type: 'application', name: 'transom', version: process.argv[2] };
process.stdout.write(
  `${JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata: { component }, components: once }, null, 1)}\n`,
);

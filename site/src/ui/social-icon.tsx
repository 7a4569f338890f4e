import type { SocialLink } from '../types/content.gen';

/** Hidden from screen readers, because the name is beside the icon. */
export function SocialIcon({ network }: { network: SocialLink['network'] }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      aria-hidden="true"
    >
      <path d={signs[network]} />
    </svg>
  );
}

const signs: Record<SocialLink['network'], string> = {
  instagram:
    'M8 3.5h8A4.5 4.5 0 0 1 20.5 8v8a4.5 4.5 0 0 1-4.5 4.5H8A4.5 4.5 0 0 1 3.5 16V8A4.5 4.5 0 0 1 8 3.5Z' +
    'M12 8.2a3.8 3.8 0 1 1 0 7.6 3.8 3.8 0 0 1 0-7.6ZM16.9 6.9v.3',
  facebook: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM12.6 20.4V11c0-1.700.8-2.600 2.800-2.400M9.500 13h5.300',
  youtube:
    'M5.5 6h13A2.5 2.5 0 0 1 21 8.5v7a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 3 15.5v-7A2.5 2.5 0 0 1 5.5 6Z' +
    'M10.3 9.3v5.4l4.7-2.7Z',
  linkedin:
    'M6 3.5h12A2.5 2.5 0 0 1 20.5 6v12a2.5 2.5 0 0 1-2.5 2.5H6A2.5 2.5 0 0 1 3.5 18V6A2.5 2.5 0 0 1 6 3.5Z' +
    'M8 10.5v6.5M8 7.2v.3M11.5 17v-6.5M11.5 13.5a2.4 2.4 0 0 1 4.8 0V17',
  x: 'M4 4h4l12 16h-4ZM19.500 4l-6.800 7.500M4.500 20l6.800-7.500',
};

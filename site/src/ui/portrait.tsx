import { Arch } from './arch';
import { Monogram } from './monogram';
import { Picture, type PictureProps } from './picture';

interface PortraitProps extends Omit<PictureProps, 'image'> {
  name: string;
  image: PictureProps['image'] | undefined;
}

/** A person's picture in an arched frame, or a door with the initials if there is none. */
export const Portrait = ({ name, image, ...rest }: PortraitProps) => (
  <Arch>{image ? <Picture {...rest} image={image} ratio={1.2} /> : <Monogram name={name} />}</Arch>
);

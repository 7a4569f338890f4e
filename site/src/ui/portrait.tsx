import { Arch } from './arch';
import { Monogram } from './monogram';
import { Picture, type PictureProps } from './picture';

interface PortraitProps extends Omit<PictureProps, 'image'> {
  name: string;
  image: PictureProps['image'] | undefined;
}

export const Portrait = ({ name, image, ...rest }: PortraitProps) => (
  <Arch>{image ? <Picture {...rest} image={image} ratio={1.2} /> : <Monogram name={name} />}</Arch>
);

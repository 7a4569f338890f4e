export { Oops as default } from '../sections/oops';

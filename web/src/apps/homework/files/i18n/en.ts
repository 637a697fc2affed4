// English texts of what is uploaded with homework.
import type { Dict } from '@/core/i18n';
import type { FilesKey } from './zh';

const en: Dict<FilesKey> = {
  unfit: 'This is no picture that can be used',
  too_many: 'At most {n}: the rest was left out',
  no_picture: 'Only pictures can be added here',
  camera: 'Camera',
  board: 'Board photo',
  choose: 'Pictures',
  choose_files: 'Files',
  pictures: 'Pictures',
  files: 'Pictures and files',
  remove: 'Remove picture {n}',
  retry: 'Upload picture {n} again',
  earlier: 'Move picture {n} forward',
  later: 'Move picture {n} back',
  nth: 'Picture {n}',
  open: 'Look at picture {n}',
  lost: 'The picture could not be loaded',
  sent: '{n}% uploaded',
};

export default en;

// English texts of folders of apps and of arranging the dock.
import type { Dict } from '@/core/i18n';
import type { FolderKey } from './zh';

const en: Dict<FolderKey> = {
  'app.new': 'New',
  'dock.arrange': 'Arrange the dock',
  'dock.done': 'Done',
  'dock.pin': 'Pin “{name}” to the dock',
  'dock.unpin': 'Take “{name}” from the dock',
  'dock.left': 'Move “{name}” left',
  'dock.right': 'Move “{name}” right',
  'folder.name': 'Folder',
  'folder.hint': 'Drag one app onto another to put both into a folder',
  'folder.rename': 'Name of the folder',
  'folder.into': 'Put “{name}” into a folder',
  'folder.out': 'Take “{name}” out of the folder',
  'folder.where': 'Where should “{name}” go?',
  'folder.with': 'Into a new folder with “{name}”',
  'folder.dissolve': 'Dissolve the folder',
};

export default en;

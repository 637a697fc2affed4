// English texts of installing.
import type { Dict } from '@/core/i18n';
import type { InstallKey } from './zh';

const en: Dict<InstallKey> = {
  'title.install': 'Install {name}',
  'title.update': 'Update {name}',
  'confirm.install': 'Install now',
  'confirm.update': 'Update now',
  comma: ', ',
  signed: 'The catalog is signed and every file was compared with it',

  unsigned:
    'A zip is not signed: the portal does not know who made it. Install only what people you trust have given you.',

  'fact.author': 'Author',
  'fact.no_author': 'not named',
  'fact.source': 'Source',
  'fact.size': 'Size',
  'fact.files': '{size}, {n} file|{size}, {n} files',
  'fact.for': 'Installed for',
  'fact.roles': 'Who sees it',
  'for.all': 'all classes',
  'for.class': '{name}; other classes are not affected',
  'role.admin': 'admins',
  'role.officer': 'officers',
  'role.student': 'pupils',

  more: 'This update asks for more than before: it stands below in bold. Make sure that you want to give it that.',
  'session.title': 'The page part of this app acts with the session of whoever opens it',
  'session.text':
    'It can see and do as much as that person, such as reading chats and sending messages. Install only apps of authors whom you trust.',
  'can.title': 'What it uses',
  'can.text': 'The author says so; the portal does not limit it by this.',
  'can.data.http': 'Asks the portal for data, and may change it',
  'can.data.realtime': 'Sends and hears live messages, in step with the screens of others',
  'can.data.storage': 'Keeps data for each member, on all of their devices',
  'can.app.storage': "Keeps data on the member's device",
  'can.app.config': 'Reads the settings that admins have made (no secrets)',
  'can.system.notification': 'Shows notices',
  'can.system.clipboard': 'Reads and writes the clipboard',
  'can.system.share': 'Opens the sharing of the device',
  'can.system.navigate': 'Opens other apps and pages of the portal',
  'can.device.camera': 'Uses the camera, asking the member each time',
  'can.device.filePicker': 'Reads files that the member picks',
  'can.device.info': 'Knows the size of the screen and the kind of device',
  'can.ui.toast': 'Shows short messages at the bottom of the screen',
  'can.ui.modal': 'Opens dialogs',
  'can.ui.sheet': 'Opens panels from the bottom',
  'can.unknown': '{name} (in the words of the author)',
  'change.added': 'new',
  'change.removed': 'no longer',

  'backend.title': 'Its back end',
  'backend.fenced':
    'Runs fenced on the server: it has a database of its own, cannot read chats, passwords or data of other apps, and harms nothing when it fails',
  'backend.members': 'Sees names, classes and roles of members',
  'backend.offline': 'Has no access to the internet',
  'backend.host': 'May reach {host}, and send data there',
  'backend.hosts_below': 'May reach sites below {host}, and send data there',
  'backend.path': 'API at',

  'config.title': 'To be filled in afterwards',
  'config.text': 'It may not work before.',
  'warnings.title': 'What the check noticed',

  'stage.preview': 'Reading and checking; nothing is installed yet.',
  'stage.install': 'Installing. You can close this, it goes on.',
  'stage.update': 'Updating. You can close this, it goes on.',
  'stage.preview_long': 'The source is slow; please wait a little longer.',
  'stage.install_long': 'Still under way: the source or the network is slow.',
  'stage.retries': 'A source did not work; the next one is asked.',
  'step.upload': 'Upload',
  'step.catalog': 'Read the catalog',
  'step.download': 'Download',
  'step.check': 'Check',
  'step.store': 'Save',
  'step.count': '{done} / {total}',

  'done.installed': '{name} is installed',
  'done.updated': '{name} is updated',
  'done.enabled': '{name} is enabled for your class',
  'done.unchanged': '{name} was installed already',
  'done.unchanged_text': 'It is {version}, the very package that is in use: nothing has changed.',
  'done.app_text': "It is on everybody's desktop and in the search, without a reload.",
  'done.plugin_text': 'It is at work. Plugins have no window.',
  'done.updated_text':
    'It is {version} now; desktops take the new version by themselves, and open windows offer to load it.',
  'done.enabled_text': 'Other classes use it, so it stays {version}; portal admins update it.',
  'done.needs_settings': 'Some settings have to be filled in; it may not work before.',
  'done.failed':
    'Its back end did not start, so it does not work now. Its page under “Installed” has the reason for the author.',
  'done.disabled':
    'Its back end was stopped, so it does not work now. It can be restarted on its page under “Installed”.',
  'done.set_up': 'Set it up',
  'done.open': 'Open',
  'done.close': 'Done',
  'done.toast': '{name} is installed',

  'failed.look': '{name} cannot be installed now',
  'failed.install': '{name} was not installed',
  'failed.toast': '{name} was not installed; try again in the market',
  'failed.sources': 'None of the sources worked, and nothing has changed:',
  'failed.refused': 'It did not pass the check, and nothing has changed:',
  'failed.unknown': 'The server did not answer. It may be installed all the same: look at Installed first.',
  'failed.author': 'You can copy this for the author of the app.',
  'failed.copy': 'Copy',
  'failed.copied': 'Copied, ready for the author',
  'failed.retry': 'Try again',
  'failed.other_zip': 'Another file',
  'failed.look_again': 'Look again',
  'finding.error': 'error',
  'finding.warning': 'warning',

  'zip.large': 'The file is too large',
  'zip.large_text': 'A zip may have 80 MB at most; ask its author for a smaller one.',
};

export default en;

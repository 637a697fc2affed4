// English texts of the console's settings.
import type { Dict } from '@/core/i18n';
import type { SettingsKey } from './zh';

const en: Dict<SettingsKey> = {
  'rules.title': 'Rules',
  'rules.zone': 'Time zone',
  'rules.zone_hint': 'After a change, sign-ins, countdowns and the ends of bans follow the new zone at once',
  'rules.zone_fixed': 'The server has a fixed time zone: {zone}. Whoever runs the server can change it.',
  'rules.zone_server': 'The server’s time zone ({zone})',
  'rules.zone_server_unnamed': 'The server’s time zone',
  'rules.zone_default': '{zone} (Beijing time)',
  'rules.zone_here': '{zone} (this device)',
  'rules.common': 'Refuse common passwords',
  'rules.common_hint': 'At registration, change and reset, passwords like abc12345 are refused. Those in use stay.',
  'rules.unique': 'No net name that is someone’s real name',
  'rules.unique_hint': 'Looked at when someone registers or takes another net name. Those in use stay.',
  'rules.codes': 'A claim code for each person',
  'rules.codes_hint':
    'Everyone registers with an 8-character code of their own, so that nobody else takes their name first. Print the slips in “Class list”.',
  'rules.codes_on': 'A claim code for each person: on. CLAIM_CODES of the server decides; it cannot be changed here.',
  'rules.codes_off': 'A claim code for each person: off. CLAIM_CODES of the server decides; it cannot be changed here.',
  'rules.saved': 'Settings saved; they count at once',

  'names.title': 'Names of school and classes',
  'names.text': 'They stand on the sign-in page, in the chat and on printed slips.',
  'names.school': 'Name of the school',
  'names.class': 'Name of class {n}',
  'names.sample': 'such as Grade 10, class {n}',
  'names.save': 'Save names',
  'names.saved': 'Names saved',

  'code.title': 'Claim code for registering admins',
  'code.text':
    'Class admins and system admins who have not registered yet must type this code to do so, or somebody else might take their account first.',
  'code.set': 'set',
  'code.unset': 'not set',
  'code.fixed': 'ADMIN_CLAIM_CODE of the server decides; it cannot be changed here.',
  'code.hidden': 'The saved code cannot be shown, only replaced.',
  'code.new': 'New claim code',
  'code.new_hint': 'At most 64 characters. Write it down, and tell admins only.',
  'code.save': 'Set the code',
  'code.replace': 'Replace the code',
  'code.saved': 'Claim code saved; the one before no longer counts',
  'code.drop': 'Remove the code',
  'code.ask': 'Remove the claim code?',
  'code.effect':
    'Registering an admin account then needs no such code: whoever knows the name of an admin who has not registered can take the account first. Where personal claim codes are on, the personal one is still asked for.',
  'code.dropped': 'Claim code removed',

  'admins.title': 'System admins',
  'admins.text': 'System admins run all classes: members, class list, settings and server, and who else is one.',
  'admins.none': 'No system admin is named here',
  'admins.you': 'you',
  'admins.fixed': 'set by the server',
  'admins.fixed_note': 'Those “set by the server” come from ADMIN_USER_IDS and cannot be removed here.',
  'admins.open': 'not registered',
  'admins.add': 'Add a system admin',
  'admins.remove': 'Remove',
  'admins.remove_label': 'Remove the system admin {name}',
  'admins.remove_title': 'Remove this system admin?',
  'admins.remove_effect': '{name} loses the rights over all classes at once. Account and content stay.',
  'admins.remove_head': '{name} stays class admin of the own class.',
  'admins.removed': '{name} is no system admin any more',

  'pick.title': 'Add a system admin',
  'pick.search': 'Name or user ID',
  'pick.none': 'Nobody on the class list fits',
  'pick.none_text': 'Only people on the class list can be added; put them on it first.',
  'pick.more': '{n} more; type a name to narrow the list',
  'pick.other': 'Somebody else',
  'pick.effect':
    '{name} becomes a system admin at once: may run the members, class list, settings and server of all classes, sees everybody’s contacts, and can remove other system admins.',
  'pick.effect_open':
    '{name} has not registered and becomes a system admin by doing so: may then run the members, class list, settings and server of all classes, sees everybody’s contacts, and can remove other system admins.',
  'pick.no_code': 'No admin claim code is set: whoever knows this name might register first.',
  'pick.do': 'Make a system admin',
  'pick.done': '{name} is a system admin now',
  'pick.done_open': '{name} will be a system admin once registered',

  'version.title': 'Version and updates',
  'version.text':
    'Server version {version}. The web desktop is up to date once it reloads; the two fields below tell other clients, such as phone apps.',
  'version.on': 'Update forced',
  'version.off': 'No update forced',
  'version.min': 'Oldest client version',
  'version.min_hint': 'Such as 1.4.0; older clients are asked to update',
  'version.url': 'Address of the update',
  'version.url_hint': 'Begins with http:// or https://; not needed for the web desktop alone',
  'version.save': 'Save version settings',
  'version.saved': 'Saved; clients hear of it with their next heartbeat',
  'version.force': 'Force the update',
  'version.ask': 'Make all open desktops reload?',
  'version.effect':
    'All open desktops reload once by themselves within {n} seconds, classroom panels and this page included. Nothing that is being written is lost: it is still there after the reload, or the reload waits for it. Other clients are asked to update until you end this.',
  'version.forced': 'The update is forced; open desktops are about to reload',
  'version.since': 'Forced since {time}. Desktops opened later are up to date and do not reload.',
  'version.end': 'End the forced update',
  'version.end_ask': 'End the forced update?',
  'version.end_effect':
    'Desktops that have not reloaded yet are no longer asked to, and other clients may go on with their version.',
  'version.ended': 'The forced update has ended',
};

export default en;

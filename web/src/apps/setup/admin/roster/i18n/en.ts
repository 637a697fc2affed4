// English texts of the console's class list.
import type { Dict } from '@/core/i18n';
import type { RosterKey } from './zh';

const en: Dict<RosterKey> = {
  'list.total':
    '{n} person (classes: {classes}), {registered} registered|{n} people (classes: {classes}), {registered} registered',
  'list.none': 'No list yet',
  'list.edit': 'Update the list',
  'list.backup': 'Download a backup',
  'list.print': 'Print claim slips ({n})',
  'list.backup_note': 'The backup holds names and numbers: keep it safe. The server makes one of its own each day.',
  'list.project': 'Enrolment page',
  'list.search': 'Find by name or user ID',
  'list.only_open': 'Only those not registered ({n})',
  'list.copy': 'Copy the names of those missing',
  'list.no_match': 'Nobody fits',
  'list.all_in': 'Everybody has registered',
  'list.open': 'not registered',
  'list.registered': 'registered',
  'column.user_id': 'User ID',
  'column.name': 'Name',
  'column.gender': 'Gender',
  'column.state': 'State',
  'gender.male': 'male',
  'gender.female': 'female',

  'edit.title': 'Update the list',
  'edit.intro':
    'Paste from a spreadsheet or choose a file; you see at once who was read. Names that stay keep their numbers.',
  'edit.number': 'Class number',
  'edit.list': 'Names',
  'edit.admin': 'Class admin',
  'edit.no_admin': 'Nobody',
  'edit.add': 'Add a class',
  'edit.remove': 'Remove this class',
  'edit.check': 'Show the changes',
  'edit.number_error': 'A class number is 1–99',
  'edit.same_number_error': 'There is a class with this number',
  'edit.mend': 'Please settle the red lines first',

  'diff.title': 'What will change',
  'diff.none': 'Nothing changes',
  'diff.summary': '{added} added, {removed} removed, {renumbered} with another number, {gender} with another gender',
  'diff.added': 'added',
  'diff.removed': 'removed',
  'diff.renumbered': 'other number',
  'diff.gender': 'other gender',
  'diff.was': 'was {before}',
  'diff.was_empty': 'was empty',
  'diff.registered': 'registered: the account stays, only off the list',
  'diff.guard':
    'The new list has {after} people, less than half of the {before} before. If some were lost in pasting, they could not register.',
  'diff.force': 'The list is meant to be this short; save it',
  'diff.save': 'Save the list',
  'diff.saved': 'List saved: {n} person (classes: {classes})|List saved: {n} people (classes: {classes})',
  'diff.back': 'Back to editing',
};

export default en;

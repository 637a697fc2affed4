// English texts of the setup wizard.
import type { Dict } from '@/core/i18n';
import type { SetupKey } from './zh';

const en: Dict<SetupKey> = {
  title: 'Set up the class portal',
  progress: 'Step {n} of {total}: {name}',
  'step.welcome': 'Welcome',
  'step.classes': 'Class lists',
  'step.admins': 'Admins',
  'step.options': 'Options',
  'step.preview': 'Confirm',
  leave: 'Nothing is saved yet. The list must be pasted again if you leave.',

  'welcome.title': 'Welcome to the class portal',
  'welcome.text':
    'It takes a few minutes: paste the class list, pick the admins, confirm. Then everyone can register with their own name.',
  'welcome.language': 'Language',
  'welcome.timezone': 'Time zone',
  'welcome.timezone_hint': 'Sign-in days, countdowns and bans follow this time zone',
  'welcome.zone_here': '{zone} (this device)',
  'welcome.zone_default': '{zone} (Beijing time)',
  'welcome.start': 'Start',

  'classes.title': 'Classes and lists',
  'classes.cohort': 'Year of enrolment (last two digits)',
  'classes.cohort_hint': 'User IDs are made of year, class and number, such as {sample}',
  'classes.number': 'Class number',
  'classes.list': 'List',
  'classes.list_hint': 'One name per line, with or without number and gender. Pasting from a spreadsheet works too.',
  'classes.list_sample': '1. Zhang San male\n2. Li Si female\n3. Wang Wu',
  'classes.count': '{n} person found|{n} people found',
  'classes.add': 'Add another class',
  'classes.remove': 'Remove this class',
  'classes.nth': 'Class {n}',
  'fault.cohort': 'Please enter two digits',
  'fault.number': 'Please enter a class number from 1 to 99',
  'fault.same_number': 'This class number is used twice',
  'fault.empty': 'Please paste at least one name',
  'fault.too_many': 'A class has 99 people at most',

  'admins.title': 'Pick the admins',
  'admins.text':
    'Each class may have one class admin (number 00), who manages that class. System admins manage the whole portal; there can be several.',
  'admins.class': 'Class admin of class {n}',
  'admins.none': 'Nobody yet',
  'admins.extra': 'Not on the list (such as the head teacher)',
  'admins.extra_hint': 'The person is added to the list',
  'admins.use_extra': '{name} takes this part',
  'admins.system': 'System admins',
  'admins.system_hint': 'Pick at least one: only they can change the list later',
  'admins.search': 'Find a name',
  'admins.no_match': 'No name matches',
  'admins.picked': '{n} picked: {names}|{n} picked: {names}',
  'admins.nobody': 'No system admin picked yet',

  'options.title': 'Options',
  'options.common': 'Refuse common passwords',
  'options.common_hint': 'Passwords such as abc12345 cannot be used',
  'options.unique': 'Net names may not be real names of others',
  'options.unique_hint': 'Prevents impersonation and mix-ups at sign-in',
  'options.claim': 'Admin claim code',
  'options.claim_hint':
    'Recommended. Anyone who registers the name of an admin must know this code, so that nobody else can take the account first. Write it down and tell only the admins.',
  'options.address': 'Does the class share one address?',
  'options.address_text':
    'If all requests seem to come from one address (such as a school proxy), the default limits (5 registrations an hour, 10 sign-ins a minute) are used up quickly. Ask whoever runs the server to set TRUSTED_PROXIES, or to raise RATE_LIMIT_REGISTER and RATE_LIMIT_LOGIN.',

  'preview.title': 'Confirm the list',
  'preview.text': 'The user IDs are assigned. Save when all is right; then everyone can register.',
  'preview.number': 'User ID',
  'preview.name': 'Name',
  'preview.gender': 'Gender',
  'preview.role': 'Role',
  'preview.male': 'male',
  'preview.female': 'female',
  'preview.unknown': 'not set',
  'preview.class_admin': 'Class admin',
  'preview.system_admin': 'System admin',
  'preview.line': 'line {n}',
  'preview.total': '{n} person (classes: {classes})|{n} people (classes: {classes})',
  'preview.fix': 'Back to the list',
  'preview.problems':
    '{n} row needs a change, marked next to the name.|{n} rows need a change, marked next to the name.',
  'preview.unusual': 'does not look like a name, please check',
  'problem.duplicate': 'same name twice',
  'problem.too_long': 'more than 20 characters',
  'problem.several': 'several names',
  'problem.odd_characters': 'characters that cannot be seen',
  'preview.shrink':
    'The present list has {before} people, the new one only {after}, less than half. Perhaps something was left out.',
  'preview.force': 'Yes, replace it with the new list',
  'preview.code': 'Setup code',
  'preview.code_hint': 'Shown on the console of the server when it starts; the latest one counts',
  'preview.code_retry': 'Try with the setup code',
  'preview.save': 'Save and finish',
  'preview.already': 'The portal is already set up.',
  'preview.to_login': 'Sign in',

  'done.title': 'All set',
  'done.text':
    '{n} person saved (classes: {classes}). Registration is open.|{n} people saved (classes: {classes}). Registration is open.',
  'done.admins': 'Admins should register soon with their own names.',
  'done.claim': 'Admins need this claim code to register: {code}',
  'done.register': 'Register',
};

export default en;
